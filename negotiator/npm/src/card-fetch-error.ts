/** An address without the parts that may hold a secret. */
function withoutSecretParts(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** Why a card could not be fetched. */
export type CardFetchErrorCode = "network" | "status" | "tooLarge" | "notACard";

/** A card could not be fetched, and none is known that may be used in its place. */
export class CardFetchError extends Error {
  /** What kind of error this is; stable. */
  readonly code: CardFetchErrorCode;
  /** The address of the card, without a name, a password or a query that may be in it. */
  readonly url: string;
  /** The status of the answer, where there was one. */
  readonly status: number | undefined;

  /** `says` goes on after the address. */
  constructor(code: CardFetchErrorCode, url: string, says: string, status?: number) {
    const shown = withoutSecretParts(url);
    super(`the card at ${shown} ${says.replaceAll(url, () => shown)}`);
    this.code = code;
    this.url = shown;
    this.status = status;
  }

  static {
    this.prototype.name = "CardFetchError";
  }
}
