// When a ZFS pool was last scrubbed, from what `zpool status` says.

/** The end of the text, in the format of `ctime` and in the time zone of the host: "… on Sun May 10 01:34:23 2026". */
const ENDED = /^\s*scrub repaired .* on \w{3} (?<month>\w{3}) +(?<day>\d{1,2}) (?<clock>[\d:]{8}) (?<year>\d{4})\s*$/;

/**
 * Epoch ms, to a day: the time zone is not known. Undefined when the text is about something else: a scrub that is going on or was
 * stopped, a resilver, or none.
 */
export function lastScrub(scan: string): number | undefined {
  const { month, day, clock, year } = ENDED.exec(scan)?.groups ?? {};
  const at = Date.parse(`${month} ${day}, ${year} ${clock} UTC`);
  return Number.isFinite(at) ? at : undefined;
}
