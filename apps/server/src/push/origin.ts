// Which pages may open the socket: none of another site, because the browser would send the user's cookies with it.

export interface Attempt {
  origin: string | undefined;
  /** A page that is not our own sent it. */
  foreign: boolean;
  /** Its credentials are of a kind that a browser sends by itself. */
  ambient: boolean;
}

/** `allowed` are other origins; `*` stands for all, but only with credentials that no browser sends by itself. */
export const mayConnect = ({ origin, foreign, ambient }: Attempt, allowed: readonly string[]): boolean =>
  !foreign || (origin !== undefined && allowed.includes(origin)) || (allowed.includes('*') && !ambient);
