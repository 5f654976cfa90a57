// Names of the IANA database, such as `Europe/Berlin`. Others have a fixed offset, which does not change with the season.

export const isTimeZone = (name: string): boolean => {
  if (/^[+-]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};
