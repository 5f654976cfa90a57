// A time of day as people type it → `HH:MM`.

/** "8", "8:30", "8.30", "0830". Undefined: no time. */
export function timeFrom(text: string): string | undefined {
  const [, hour = '', minute = '00'] = /^(\d{1,2})(?:[:. ]?([0-5]\d))?$/.exec(text.trim()) ?? [];
  return hour === '' || Number(hour) > 23 ? undefined : `${hour.padStart(2, '0')}:${minute}`;
}
