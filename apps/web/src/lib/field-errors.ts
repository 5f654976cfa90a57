// The errors of a form, by the name of the field.
export type FieldErrors = Record<string, string>;

/** The errors that remain after the user has changed `field`, or something in it: `routing.tags.3` is in `routing.tags`. */
export const without = (errors: Readonly<Partial<FieldErrors>>, field: string): FieldErrors =>
  Object.fromEntries(Object.entries(errors as FieldErrors).filter(([name]) => !isIn(name, field)));

/** The error of a field, or the first one of something in it. */
export function errorIn(errors: FieldErrors, field: string): string | undefined {
  return Object.entries(errors).find(([name]) => isIn(name, field))?.[1];
}

const isIn = (name: string, field: string): boolean => name === field || name.startsWith(`${field}.`);
