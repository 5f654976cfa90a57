// Times as people read them. Temporal, because Intl would load 8 MiB of data (docs/decisions/0008).
import { Temporal } from 'temporal-polyfill';

/** "2026-11-22 15:04 UTC", "2026-11-22 16:04 Europe/Vienna"; `ms` is epoch ms, whole or not. A time zone that does not exist counts as UTC. */
export function localTime(ms: number, timeZone = 'UTC'): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(Math.floor(ms));
  const textIn = (zone: string) =>
    `${instant.toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ')} ${zone}`;
  try {
    return textIn(timeZone);
  } catch {
    return textIn('UTC');
  }
}
