// The settings of the history: whether values are stored, for how long, and how much of the disk they may take.
import * as z from 'zod';
import { wholeNumber } from '../whole-number.ts';

/** How long each resolution is kept: values of 10 seconds, 1 minute, 10 minutes, 1 hour. */
export const historySettings = {
  historyEnabled: z.boolean(),
  historyFineHours: wholeNumber('hours', 1, 168),
  historyMinuteDays: wholeNumber('days', 1, 90),
  historyTenMinuteDays: wholeNumber('days', 7, 730),
  historyHourDays: wholeNumber('days', 30, 3650),
  /** The oldest fine values are removed first when the history is larger. */
  historyMaxMegabytes: wholeNumber('megabytes', 64, 1_000_000),
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
