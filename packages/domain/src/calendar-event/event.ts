// A calendar event of Proxmox: the schedule of a job, such as `mon..fri 8..17,22:0/15`.

/** The parts of an event from the largest to the smallest. The names are those of the manual. */
export const parts = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;
export type Part = (typeof parts)[number];

/** The smallest and the largest value of each part. The years are those of systemd. */
export const limits: Record<Part, readonly [least: number, most: number]> = {
  year: [1970, 2199],
  month: [1, 12],
  day: [1, 31],
  hour: [0, 23],
  minute: [0, 59],
  second: [0, 59],
};

/**
 * The allowed values of each part, ascending; all values where a part has no limits. `weekdays`: 0 is Sunday; undefined means
 * every day. `isUtc`: the times are UTC, otherwise those of the host's time zone.
 */
export interface CalendarEvent {
  readonly isUtc: boolean;
  readonly weekdays: ReadonlySet<number> | undefined;
  readonly allowed: Readonly<Record<Part, readonly number[]>>;
}

/** `text` is the piece of the schedule that was not understood, '' when something is missing at the end. */
export interface CalendarEventError {
  part: Part | 'weekday' | 'schedule';
  text: string;
}
