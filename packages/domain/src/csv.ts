// Fields of a CSV file (RFC 4180).

/** A spreadsheet runs a field that begins with one of these as a formula, and names come from guests: an apostrophe is put before it. */
const FORMULA = /^[=+\-@\t\r]/;

export const plainField = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Quoted where a comma, a semicolon, a quote or a line break would end it. */
export const quotedField = (text: string): string =>
  /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

export const csvField = (text: string): string => quotedField(plainField(text));
