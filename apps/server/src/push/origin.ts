// Which pages may open the socket: none of another site, for the browser would send the user's cookies along.

export interface Knock {
  origin: string | undefined;
  /** Sent by a page that is not our own. */
  foreign: boolean;
  /** Its credentials are some a browser sends by itself. */
  ambient: boolean;
}

/** `allowed` are other origins; `*` stands for all, but only with credentials that no browser sends by itself. */
export const mayConnect = ({ origin, foreign, ambient }: Knock, allowed: readonly string[]): boolean =>
  !foreign || (origin !== undefined && allowed.includes(origin)) || (allowed.includes('*') && !ambient);
