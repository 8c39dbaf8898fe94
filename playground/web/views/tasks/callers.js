// Who can call an agent: many clients, skill by skill.

import { Profile, judge, readCard } from "a2a-negotiator";

import { some } from "../some.js";

/**
 * A row for each of the first skills, or one for the defaults of a card without any; in it a cell for each client, given as the
 * text of its profile. A client whose profile cannot be read has null there.
 */
export function callers(card, profiles, { taskClass }, most) {
  const read = readCard(card);
  if (read.card === null) return { isCard: false };
  const clients = profiles.map((profile) => {
    try {
      return new Profile(profile);
    } catch (error) {
      if (error.name !== "NegotiatorInputError") throw error;
      return null;
    }
  });
  const ids = read.card.skills.map(({ id }) => id);
  const { shown, leftOut } = some(ids, most);
  const rows = (shown.length === 0 ? [null] : shown).map((skill) => ({
    skill,
    cells: clients.map((client) => client && cell(judge(card, client, { taskClass, ...(skill !== null && { skill }) }))),
  }));
  return { isCard: true, rows, leftOut };
}

function cell({ decision, degradations = [], step, code }) {
  return { decision, degradations: degradations.length, step, code };
}
