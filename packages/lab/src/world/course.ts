// A value that leaves its usual range for a time and comes back.

/**
 * It begins at `from` (epoch seconds), reaches `to` after `riseS` seconds, stays there for `holdS`, and is usual again after
 * `fallS` more. `to` has the unit of the value.
 */
export type Course = { from: number; to: number; riseS: number; holdS: number; fallS: number };

/** How much of the way it has gone, 0 to 1. */
function shareAt({ from, riseS, holdS, fallS }: Course, t: number): number {
  const since = t - from;
  const left = riseS + holdS + fallS - since;
  if (since < 0 || left <= 0) return 0;
  return Math.min(1, riseS === 0 ? 1 : since / riseS, fallS === 0 ? 1 : left / fallS);
}

/** The value at second `t`: the usual one, or one between it and `to`. */
export function along(course: Course | undefined, usual: number, t: number): number {
  return course === undefined ? usual : usual + (course.to - usual) * shareAt(course, t);
}

/** The end of the course. */
export const endOf = ({ from, riseS, holdS, fallS }: Course): number => from + riseS + holdS + fallS;

/** What a counter counts between two times because of a course of its rate. It never decreases. */
export function countedAlong(course: Course | undefined, since: number, t: number): number {
  return course === undefined ? 0 : Math.max(0, areaUntil(course, t) - areaUntil(course, since));
}

function areaUntil(course: Course, t: number): number {
  const { from, to, riseS, holdS } = course;
  const reached = Math.min(t, endOf(course)) - from;
  if (reached <= 0) return 0;
  const rising = Math.min(reached, riseS);
  const held = Math.min(Math.max(0, reached - riseS), holdS);
  const falling = Math.max(0, reached - riseS - holdS);
  const share = (at: number) => shareAt(course, from + at);
  const sloped = (seconds: number, at: number, edge: number) => (seconds * (share(at) + edge)) / 2;
  return Math.floor(to * (sloped(rising, rising, 0) + held + sloped(falling, reached, 1)));
}
