// The limits of the store, from the settings.
import type { HistorySettings } from '@belfry/schema/history/settings';
import type { HistoryLimits } from './tiers.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const limitsOf = (settings: HistorySettings): HistoryLimits => ({
  retentionMs: [
    settings.historyFineHours * HOUR_MS,
    settings.historyMinuteDays * DAY_MS,
    settings.historyTenMinuteDays * DAY_MS,
    settings.historyHourDays * DAY_MS,
  ],
  maxBytes: settings.historyMaxMegabytes * 1024 ** 2,
});
