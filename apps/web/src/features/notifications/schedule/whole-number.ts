/** Undefined for a text that is no whole number within the bounds. */
export function wholeNumber(text: string, [min, max]: readonly [number, number]): number | undefined {
  const typed = text.trim();
  const number = /^\d+$/.test(typed) ? Number(typed) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}
