// The time zones to choose from: one or a few for each offset and for each large population.
import { isTimeZone } from '@belfry/schema/alerts/time-zone';
import { browserZone } from '../../../lib/browser-zone.ts';

const named = [
  ...['UTC', 'Pacific/Honolulu', 'America/Anchorage', 'America/Los_Angeles', 'America/Vancouver', 'America/Phoenix'],
  ...['America/Denver', 'America/Chicago', 'America/Mexico_City', 'America/New_York', 'America/Toronto'],
  ...['America/Bogota', 'America/Lima', 'America/Caracas', 'America/Halifax', 'America/Santiago', 'America/St_Johns'],
  ...['America/Sao_Paulo', 'America/Argentina/Buenos_Aires', 'Atlantic/Azores', 'Atlantic/Reykjavik', 'Europe/London'],
  ...['Europe/Dublin', 'Europe/Lisbon', 'Africa/Casablanca', 'Africa/Lagos', 'Europe/Madrid', 'Europe/Paris'],
  ...['Europe/Brussels', 'Europe/Amsterdam', 'Europe/Berlin', 'Europe/Zurich', 'Europe/Rome', 'Europe/Vienna'],
  ...['Europe/Prague', 'Europe/Budapest', 'Europe/Warsaw', 'Europe/Stockholm', 'Europe/Oslo', 'Europe/Copenhagen'],
  ...['Europe/Athens', 'Europe/Bucharest', 'Europe/Sofia', 'Europe/Helsinki', 'Europe/Kyiv', 'Africa/Cairo'],
  ...['Africa/Johannesburg', 'Asia/Jerusalem', 'Europe/Istanbul', 'Europe/Moscow', 'Africa/Nairobi', 'Asia/Riyadh'],
  ...['Asia/Tehran', 'Asia/Dubai', 'Asia/Karachi', 'Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Dhaka', 'Asia/Bangkok'],
  ...['Asia/Singapore', 'Asia/Hong_Kong', 'Asia/Shanghai', 'Australia/Perth', 'Asia/Tokyo', 'Asia/Seoul'],
  ...['Australia/Sydney', 'Pacific/Auckland'],
] as const;

/** With the zone of the browser first, and the one that is set. A browser without some of them leaves these out. */
export function zonesWith(current: string): string[] {
  const zones = [browserZone(), ...(current === '' ? [] : [current]), ...named];
  return [...new Set(zones)].filter((zone) => zone === current || isTimeZone(zone));
}
