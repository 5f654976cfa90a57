// The time zones of hosts, by name. Temporal, because Intl would load 8 MiB of data (docs/decisions/0008).
import { utc, type Zone } from '@belfry/domain/calendar-event/runs';
import { zoneMeant } from '@belfry/schema/alerts/typed-zone';
import { Temporal } from 'temporal-polyfill';

/** The clocks of all zones are changed at a full quarter of an hour. */
const QUARTER_MS = 900_000;
const MAX_KNOWN = 5000;

const zones = new Map<string, Zone>();

/** The same function for the same name. A time zone that does not exist counts as UTC. */
export function zoneNamed(name: string | undefined): Zone {
  if (name === undefined || name === 'UTC' || name === 'Etc/UTC') return utc;
  const zone = zones.get(name) ?? createZone(zoneMeant(name) ?? name);
  zones.set(name, zone);
  return zone;
}

function createZone(name: string): Zone {
  const offsetAt = (ms: number) =>
    Temporal.Instant.fromEpochMilliseconds(Math.floor(ms)).toZonedDateTimeISO(name).offsetNanoseconds / 1e6;
  try {
    offsetAt(0);
  } catch {
    return utc;
  }
  const known = new Map<number, number>();
  return (ms) => {
    const quarter = Math.floor(ms / QUARTER_MS);
    const offset = known.get(quarter) ?? offsetAt(quarter * QUARTER_MS);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(quarter, offset);
    return offset;
  };
}
