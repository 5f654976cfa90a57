// Who sends reports, and what of it belongs to whom: a token must not speak for the hosts of another one.

/** `token`: the id of the API token a report came with, if any. `admin`: may report for what belongs to others. */
export interface Reporter {
  token?: string | undefined;
  admin: boolean;
}

/** Does this API token still exist, and is it not expired? */
export type TokenLives = (id: string) => boolean;

/** What belonged to a token that is gone belongs to nobody: that is how tokens are rotated. */
export const livingOwner = (owner: string | undefined, lives: TokenLives): string | undefined =>
  owner !== undefined && lives(owner) ? owner : undefined;

/** `owner` is a living one. */
export const mayReport = (owner: string | undefined, { token, admin }: Reporter): boolean =>
  admin || owner === undefined || owner === token;
