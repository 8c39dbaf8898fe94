// The addresses of scripts that the page may start, as workers or otherwise: its own. The page's policy takes no text
// for such an address that has not come by here.

const policy = globalThis.trustedTypes?.createPolicy("own-scripts", { createScriptURL: checked });

function checked(address) {
  if (new URL(address, location.href).origin !== location.origin) throw new TypeError("the script is not the page's own");
  return address;
}

/** The address of a script of the page's own, for `new Worker` and its like. */
export const ownScript = (address) => policy?.createScriptURL(String(address)) ?? checked(String(address));
