/** The time zone of this browser, such as `Europe/Berlin`. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
