// The protocol between Belfry and its collectors: its address, its version and its limits. No zod here.
//
// 1: the first version.
// 2: the server asks for the changes during an outage of the line.
// 3: the server says what it has not taken, and asks for a scan of the network of the site.

export const COLLECT_PATH = '/collect';
export const COLLECT_PROTOCOL = 3;
/** From this version on a collector tells what changed during an outage of its line. */
export const EDGES_PROTOCOL = 2;
/** From this version on a collector scans the network of its site. */
export const SCAN_PROTOCOL = 3;
/** The server accepts its own version and the two before it. The server is updated first. */
export const OLDEST_PROTOCOL = Math.max(1, COLLECT_PROTOCOL - 2);
/** Whoever asks for a scan waits so long for the answer: the scan itself ends after two minutes. */
export const SCAN_ANSWER_MS = 150_000;
/** The longest message, in bytes, compressed and after that. */
export const MAX_FRAME_BYTES = 8 << 20;
/** How often the server asks for the clock of a collector. A line without any message for three times as long is dead. */
export const CLOCK_MS = 15_000;
/** A site is silent when it has sent nothing for so long. It is an alert when it stays silent for this time after that. */
export const SILENT_MS = 30_000;
export const SILENCE_HOLD_MS = 60_000;
/** The time within which a token of a new site must be used. */
export const JOIN_MS = 60 * 60_000;
