// When Belfry checks for updates by itself.

const HOUR_MS = 3_600_000;

/**
 * `everyHours` between two checks. `time` is HH:MM in the server's time zone; one of the checks of a day is at this
 * time.
 */
export interface CheckSchedule {
  everyHours: number;
  time: string;
}

/**
 * Epoch ms of the next check: the first time of the schedule after both `now` and (almost) a whole interval since
 * `last`.
 */
export function nextLook({ everyHours, time }: CheckSchedule, now: number, last: number | undefined): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const stepHours = Math.min(everyHours, 24);
  // half a step of grace: looks take a while, and days with a clock change are an hour short
  const due = last === undefined ? now : last + (everyHours - stepHours / 2) * HOUR_MS;
  const earliest = Math.max(now + 1, due);
  const day = new Date(earliest);
  for (let offset = -1; ; offset++) {
    for (let hour = hours; hour < hours + 24; hour += stepHours) {
      const at = new Date(day.getFullYear(), day.getMonth(), day.getDate() + offset, hour, minutes).getTime();
      if (at >= earliest) return at;
    }
  }
}
