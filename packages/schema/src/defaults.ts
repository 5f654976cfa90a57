// Numbers and names that more than one program must agree on. No zod here: the browser imports this file.

export const DEFAULT_PORT = 7655;
export const SOCKET_PATH = '/ws';
/** Query of the socket address by which our own client asks for deltas in compressed frames. */
export const DELTA_PROTOCOL = 'deltas';
/** The live connection: the first wait before it is opened again, the longest wait, and how long silence is accepted. */
export const RECONNECT_BASE_MS = 1000;
export const RECONNECT_CAP_MS = 30_000;
export const PING_INTERVAL_MS = 30_000;
/** How often the fast poll asks a cluster. */
export const FAST_POLL_MS = 10_000;

/** A client of the socket with more instances in view asks for all. */
export const MAX_VIEWED = 200;
