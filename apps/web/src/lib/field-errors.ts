// What is wrong with a form, by the name of the field.
export type FieldErrors = Record<string, string>;

/** What remains to be said once somebody types into `field`. */
export function without(errors: Readonly<Partial<FieldErrors>>, field: string): FieldErrors {
  const { [field]: _, ...rest } = errors as FieldErrors;
  return rest;
}
