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

/** The value at second `t`: the usual one, or one between it and the goal of a course. */
export function along(courses: readonly Course[] | undefined, usual: number, t: number): number {
  const course = courses?.find(({ from, riseS, holdS, fallS }) => from <= t && t < from + riseS + holdS + fallS);
  return course === undefined ? usual : usual + (course.to - usual) * shareAt(course, t);
}

/** What a counter counts between two times because of the courses of its rate. It never decreases. */
export const countedAlong = (courses: readonly Course[] = [], since: number, t: number): number =>
  courses.reduce((sum, course) => sum + Math.max(0, areaUntil(course, t) - areaUntil(course, since)), 0);

/** The area under the course from its beginning until `t`. */
function areaUntil(course: Course, t: number): number {
  const { from, to, riseS, holdS, fallS } = course;
  const reached = Math.min(t - from, riseS + holdS + fallS);
  if (reached <= 0) return 0;
  const rising = Math.min(reached, riseS);
  const held = Math.min(Math.max(0, reached - riseS), holdS);
  const falling = Math.max(0, reached - riseS - holdS);
  const share = (seconds: number) => shareAt(course, from + seconds);
  return Math.floor(to * ((rising * share(rising)) / 2 + held + (falling * (1 + share(reached))) / 2));
}
