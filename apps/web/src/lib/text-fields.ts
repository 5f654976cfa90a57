// What the text fields of a form have in common. A field that is being changed has no error.
import type { FieldErrors } from './field-errors.ts';

/** The names of the texts of a form. */
type TextName<V> = { [N in keyof V]: V[N] extends string ? N : never }[keyof V] & string;

interface Form<V> {
  values: V;
  errors: Readonly<Partial<FieldErrors>>;
  set(change: Partial<V>): void;
  typed(name: string): void;
}

/** By the name of the field: its properties without its label. */
export const textFields =
  <V extends object>({ values, errors, set, typed }: Form<V>) =>
  (name: TextName<V>) => ({
    value: values[name] as string,
    error: errors[name],
    onChange(event: { currentTarget: HTMLInputElement }) {
      set({ [name]: event.currentTarget.value } as Partial<V>);
      typed(name);
    },
  });

/** For names, addresses and keys: a browser neither completes nor corrects them. */
export const exact = { autoComplete: 'off', spellCheck: false } as const;
