// Numbers and names the requirement fixes for more than one program. No zod here: the browser imports this file.

export const DEFAULT_PORT = 7655;
export const SOCKET_PATH = '/ws';
/** Query of the socket address by which our own client asks for deltas in compressed frames. */
export const DELTA_PROTOCOL = 'deltas';
/** Requirement 1 §9: base, cap and liveness of the live connection. */
export const RECONNECT_BASE_MS = 1000;
export const RECONNECT_CAP_MS = 30_000;
export const PING_INTERVAL_MS = 30_000;
/** Requirement 1 §4.1: this many empty Docker lists in a row are believed. */
export const EMPTY_DOCKER_LISTS = 3;
export const WEB_PORTS = { pve: 8006, pbs: 8007, pmg: 8006 } as const;
/** How often the fast loop asks a cluster. */
export const FAST_POLL_MS = 10_000;
