// The name of a site in a form.
import { TextField } from '../../../ui/field.tsx';
import { messages } from './messages.ts';

interface NameFieldProps {
  name: string;
  error: string | undefined;
  onName(name: string): void;
}

export const NameField = ({ name, error, onName }: NameFieldProps) => (
  <TextField
    label={messages.name}
    hint={messages.nameHint}
    name="name"
    value={name}
    error={error}
    maxLength={64}
    autoComplete="off"
    autoFocus
    onChange={(event) => onName(event.currentTarget.value)}
  />
);

/** Errors by field. */
export const nameErrors = (name: string): { name?: string } =>
  name.trim() === '' ? { name: messages.nameRequired } : {};
