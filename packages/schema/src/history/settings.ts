// The settings of the history: whether values are stored, for how long, and how much of the disk they may take.
import * as z from 'zod';

const whole = (least: number, most: number, unit: string) => {
  const text = `Enter a whole number of ${unit} from ${least} to ${most}`;
  return z.int(text).min(least, text).max(most, text);
};

/** How long each resolution is kept: values of 10 seconds, 1 minute, 10 minutes, 1 hour. */
export const historySettings = {
  historyEnabled: z.boolean(),
  historyFineHours: whole(1, 168, 'hours'),
  historyMinuteDays: whole(1, 90, 'days'),
  historyTenMinuteDays: whole(7, 730, 'days'),
  historyHourDays: whole(30, 3650, 'days'),
  /** The oldest fine values are removed first when the history is larger. */
  historyMaxMegabytes: whole(64, 1_000_000, 'megabytes'),
} as const;

const HistorySettings = z.object(historySettings);
export type HistorySettings = z.infer<typeof HistorySettings>;

export const defaultHistorySettings: HistorySettings = {
  historyEnabled: true,
  historyFineHours: 24,
  historyMinuteDays: 7,
  historyTenMinuteDays: 90,
  historyHourDays: 730,
  historyMaxMegabytes: 4096,
};
