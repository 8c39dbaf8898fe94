// Which of the presets a profile is, or was before it was edited.

/** How much of a profile must be that of a preset, for it to be called an edited one. */
const MOST_OF_IT = 0.6;

/** A profile as a set of its members, in which neither order nor layout of them counts; null for what is none. */
function membersOf(text) {
  try {
    return new Set(Object.entries(JSON.parse(text)).map((member) => JSON.stringify(member)));
  } catch {
    return null;
  }
}

const known = PRESETS.map((preset) => ({ preset, members: membersOf(preset.profile) }));

/** `{preset, isEdited}` of the preset that a profile has most in common with; null where that is not much. */
export function clientOf(text) {
  const members = membersOf(text);
  if (!members) return null;
  const shares = known.map(({ preset, members: own }) => {
    const same = [...own].filter((member) => members.has(member)).length;
    return { preset, share: same / Math.max(own.size, members.size) };
  });
  const { preset, share } = shares.reduce((best, one) => (one.share > best.share ? one : best));
  return share < MOST_OF_IT ? null : { preset, isEdited: share < 1 };
}
