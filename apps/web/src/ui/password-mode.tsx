// The choice between a generated password and one that the user types.
import { Segmented } from './segmented.tsx';

type PasswordMode = 'generate' | 'choose';

interface PasswordModeChoiceProps {
  label: string;
  value: PasswordMode;
  onChange(mode: PasswordMode): void;
}

const modes = [
  ['generate', 'Generate one'],
  ['choose', 'Choose my own'],
] as const;

export const PasswordModeChoice = (props: PasswordModeChoiceProps) => (
  <Segmented {...props} options={modes} className="max-md:flex-none! md:self-start" />
);
