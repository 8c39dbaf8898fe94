/** Why a card could not be fetched. */
export type CardFetchErrorCode = "network" | "status" | "tooLarge" | "notACard";

/** A card could not be fetched, and none is known that may be used in its place. */
export class CardFetchError extends Error {
  /** What kind of error this is; stable. */
  readonly code: CardFetchErrorCode;
  /** The address of the card. */
  readonly url: string;
  /** The status of the answer, where there was one. */
  readonly status: number | undefined;

  constructor(code: CardFetchErrorCode, url: string, message: string, details: { status?: number; cause?: unknown } = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.url = url;
    this.status = details.status;
  }

  static {
    this.prototype.name = "CardFetchError";
  }
}
