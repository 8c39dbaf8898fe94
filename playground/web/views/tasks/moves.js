// Where what stands in a card of any generation stands in the migrated one. What the core has read says where it has
// found each part, and the migration writes the parts in the order in which they were read.

/** By which name a scheme of each kind stands in 1.0. */
const SCHEMES = {
  apiKey: "apiKeySecurityScheme",
  http: "httpAuthSecurityScheme",
  oauth2: "oauth2SecurityScheme",
  openIdConnect: "openIdConnectSecurityScheme",
  mutualTLS: "mtlsSecurityScheme",
};

/** A function that says where a pointer of a card leads in the migrated one; undefined where that is left out. */
export function movesBy(read, migrated) {
  const homes = homesOf(read);
  return (pointer) => {
    // The longest known part of it decides, and what is within moves along.
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
      const home = homes.get(pointer.slice(0, end));
      if (home !== undefined) return follow(migrated, home, pointer.slice(end));
    }
    return follow(migrated, "", pointer);
  };
}

/** Goes on from a place of a document by names as they are or, failing that, as 1.0 writes them; undefined where there is nothing. */
function follow(document, home, rest) {
  let [value, to] = [document, ""];
  const step = (name) => {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return false;
    [value, to] = [value[name], `${to}/${escaped(name)}`];
    return true;
  };
  const isThere = namesOf(home).every(step) && namesOf(rest).every((name) => step(name) || step(inCamelCase(name)));
  return isThere ? to : undefined;
}

/** Where each part that was read is written. */
function homesOf(read) {
  const homes = new Map();
  const put = (from, to) => from === undefined || homes.has(from) || homes.set(from, to);
  read.supportedInterfaces.forEach(({ pointer, urlPointer, bindingPointer, versionPointer }, index) => {
    const to = `/supportedInterfaces/${index}`;
    put(urlPointer, `${to}/url`);
    put(bindingPointer, `${to}/protocolBinding`);
    put(versionPointer, `${to}/protocolVersion`);
    put(pointer, to);
  });
  const { capabilities } = read;
  put(capabilities.pushNotifications.pointer, "/capabilities/pushNotifications");
  for (const name of ["supportsAuthenticatedExtendedCard", "supportsExtendedAgentCard"]) {
    for (const spelling of [name, name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]) {
      put(`/${spelling}`, "/capabilities/extendedAgentCard");
    }
  }
  capabilities.extensions.forEach(({ pointer }, index) => put(pointer, `/capabilities/extensions/${index}`));
  put(capabilities.pointer, "/capabilities");
  for (const { name, kind, pointer } of read.securitySchemes) {
    const inner = `/securitySchemes/${escaped(name)}/${SCHEMES[kind]}`;
    // What says the kind in 0.3 is the name of the object itself in 1.0.
    put(`${pointer}/type`, inner);
    put(`${pointer}/in`, `${inner}/location`);
    put(`${pointer}/${SCHEMES[kind]}`, inner);
    put(pointer, inner);
  }
  requirements(read.securityRequirements, "", put);
  read.skills.forEach((skill, index) => {
    requirements(skill.securityRequirements, `/skills/${index}`, put);
    put(skill.pointer, `/skills/${index}`);
  });
  return homes;
}

function requirements({ alternatives, pointer }, at, put) {
  const to = `${at}/securityRequirements`;
  alternatives.forEach(({ schemes, pointer: alternative }, index) => {
    for (const { name, pointer: scheme } of schemes) {
      const inner = `${to}/${index}/schemes/${escaped(name)}`;
      put(`${scheme}/list`, `${inner}/list`);
      put(scheme, `${inner}/list`);
    }
    put(alternative, `${to}/${index}`);
  });
  put(pointer, to);
}

const inCamelCase = (name) => name.replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/** A name as it stands in a pointer. */
export const escaped = (name) => name.replaceAll("~", "~0").replaceAll("/", "~1");

const namesOf = (pointer) => pointer.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
