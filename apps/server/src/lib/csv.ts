// Fields of a CSV file.

/** A spreadsheet runs a field that begins with one of these as a formula, so an apostrophe is put before it. */
const FORMULA = /^[=+\-@\t\r]/;

export function csvField(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
