export { CallError } from "./call-error.js";
export { call } from "./call.js";
export type { Call, CallEnd, CallOptions, NewMessage, PushSecrets } from "./call.js";
export { CardFetchError } from "./card-fetch-error.js";
export type { CardFetchErrorCode } from "./card-fetch-error.js";
export type * from "./credential-source.js";
export { NegotiatorInputError, NegotiatorPanicError } from "./errors.js";
export type { InputDocument, MisuseCode } from "./errors.js";
export {
  buildRequest,
  checkNegotiable,
  diffCards,
  explain,
  formatRequest,
  locate,
  lockCard,
  migrateCard,
  negotiate,
  readCard,
  recover,
} from "./functions.js";
export type { RequestStyle } from "./functions.js";
export type * from "./given-failure.js";
export { Card, Profile } from "./handles.js";
export { initialize, initializeSync } from "./initialize.js";
export { PlanCache } from "./plan-cache.js";
export type { CachedPlan, DegradedAgent, PlanCacheOptions, PlanRequestOptions } from "./plan-cache.js";
export type * from "./platform.js";
export { PlanFetchError } from "./plan-fetch-error.js";
export type { PlanFetchErrorCode } from "./plan-fetch-error.js";
export { planFetch } from "./plan-fetch.js";
export type { PlanFetchOptions } from "./plan-fetch.js";
export type * from "./protocol.js";
export { ndjson } from "./ndjson.js";
export { readPush } from "./push.js";
export type { AcceptedPush, PushExpectations, PushReading, PushRecord, PushRequest, RefusedPush } from "./push.js";
export { judge, matrix, rank } from "./rank.js";
export type { RankOptions } from "./rank.js";
export type { RecoveryContext } from "./recovery-context.js";
export { signCard } from "./sign-card.js";
export type { SignOptions } from "./sign-card.js";
export type { SignatureAlgorithm } from "./signature-algorithm.js";
export type * from "./types.js";
export { verifyCard } from "./verify-card.js";
export type { VerifiedSignature, VerifyOptions } from "./verify-card.js";
export { version } from "./version.js";
