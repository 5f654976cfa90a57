// The run times of a job: the calendar events that the jobs of the lab use.

const day = 86_400;
const hour = 3600;
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Whether a job with that schedule begins at that second. The caller passes only full and half hours. */
function begins(schedule: string, t: number): boolean {
  const at = new Date(t * 1000);
  const isMidnight = t % day === 0;
  if (schedule === 'hourly') return t % hour === 0;
  if (schedule === 'daily') return isMidnight;
  if (schedule === 'weekly') return isMidnight && at.getUTCDay() === 1;
  if (schedule === 'monthly') return isMidnight && at.getUTCDate() === 1;
  const [clock = '', weekday] = schedule.split(' ').reverse();
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return t % day === hours * hour + minutes * 60 && (!weekday || weekdays[at.getUTCDay()] === weekday);
}

const step = hour / 2;
/** A month is the longest time between two runs. */
const MAX_STEPS = (32 * day) / step;

/** The first of the full and half hours from `start` on at which the job begins. `by`: one step forward or back. */
function search(schedule: string, start: number, by: number): number {
  for (let i = 0, at = start; i < MAX_STEPS; i++, at += by) if (begins(schedule, at)) return at;
  throw new RangeError(`the lab cannot run a job with the schedule "${schedule}"`);
}

/** The last time until `t`, and the first one after it (epoch seconds). */
export const lastRunOf = (schedule: string, t: number): number => search(schedule, Math.floor(t / step) * step, -step);
export const nextRunOf = (schedule: string, t: number): number =>
  search(schedule, (Math.floor(t / step) + 1) * step, step);
