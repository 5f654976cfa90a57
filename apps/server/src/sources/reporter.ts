// The sender of a report. A token must not report for the hosts and nodes of another token.

/** `token`: the id of the API token of the report, if any. `admin`: may report for hosts and nodes of other tokens. */
export interface Reporter {
  token?: string | undefined;
  admin: boolean;
  /** The id of the site whose collector passed the report on. */
  site?: string | undefined;
}

/** Whether this API token exists and is not expired. */
export type TokenCheck = (id: string) => boolean;

/** The owner, or undefined if its token was deleted. Another token can then become the owner. */
export const validOwner = (owner: string | undefined, isTokenValid: TokenCheck): string | undefined =>
  owner !== undefined && isTokenValid(owner) ? owner : undefined;

/** `owner` is a token that exists. */
export const mayReport = (owner: string | undefined, { token, admin }: Reporter): boolean =>
  admin || owner === undefined || owner === token;
