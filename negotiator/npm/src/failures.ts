// What servers say when they fail, before it is looked at.

import { withoutSecrets } from "./secrets.js";
import type { Secret } from "./secrets.js";
import type { Failure } from "./types.js";

/** A failure without the secrets that a server may repeat. */
export function cleaned(failure: Failure, secrets: Secret[]): Failure {
  try {
    const clean = (_: string, inner: unknown) => (typeof inner === "string" ? withoutSecrets(inner, secrets) : inner);
    return JSON.parse(JSON.stringify(failure, clean)) as Failure;
  } catch {
    // Nested too deep to be looked through.
    return withoutDetails(failure);
  }
}

/** A failure with its codes alone, where what the server says with them is past the limits. */
export function withoutDetails({ jsonrpc, http, transport, operation, taskId }: Failure): Failure {
  // A response may be given whole.
  const error = jsonrpc && ("error" in jsonrpc ? jsonrpc.error : jsonrpc);
  return {
    ...(error && { jsonrpc: { code: error.code } }),
    ...(http && { http: { status: http.status } }),
    ...(transport && { transport }),
    ...(operation && { operation }),
    ...(taskId !== undefined && { taskId }),
  };
}
