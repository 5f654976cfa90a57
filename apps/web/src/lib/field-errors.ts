// The errors of a form, by the name of the field.
export type FieldErrors = Record<string, string>;

/** The errors that remain after the user has typed into `field`. */
export function without(errors: Readonly<Partial<FieldErrors>>, field: string): FieldErrors {
  const { [field]: _, ...rest } = errors as FieldErrors;
  return rest;
}
