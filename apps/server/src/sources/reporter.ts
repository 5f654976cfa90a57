// The sender of a report, and the hosts and nodes it may be about: a token must not report for those of another token.

/** `token`: the id of the API token a report came with, if any. `admin`: may report for what belongs to others. */
export interface Reporter {
  token?: string | undefined;
  admin: boolean;
}

/** Whether this API token exists and is not expired. */
export type TokenLives = (id: string) => boolean;

/** What a deleted token owned has no owner any more, so another token can take it over. */
export const livingOwner = (owner: string | undefined, lives: TokenLives): string | undefined =>
  owner !== undefined && lives(owner) ? owner : undefined;

/** `owner` is a token that still exists. */
export const mayReport = (owner: string | undefined, { token, admin }: Reporter): boolean =>
  admin || owner === undefined || owner === token;
