// After how many days a secret ends.
import { SelectField } from './field.tsx';
import { messages } from './messages.ts';

const CHOICES = ['never', '30', '90', '365'] as const;
export type ExpiryChoice = (typeof CHOICES)[number];

interface ExpiryFieldProps {
  label: string;
  value: ExpiryChoice;
  onValue(value: ExpiryChoice): void;
}

export const ExpiryField = (props: ExpiryFieldProps) => (
  <SelectField options={CHOICES.map((each) => [each, messages.expiries[each]] as const)} {...props} />
);

/** As the server asks for it. */
export const expiryOf = (choice: ExpiryChoice): { expiresInDays?: number } =>
  choice === 'never' ? {} : { expiresInDays: Number(choice) };
