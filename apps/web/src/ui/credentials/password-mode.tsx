// The choice between a generated password and one that the user types.

import { Segmented } from '../segmented.tsx';
import { messages } from './messages.ts';

type PasswordMode = 'generate' | 'choose';

interface PasswordModeChoiceProps {
  label: string;
  value: PasswordMode;
  onChange(mode: PasswordMode): void;
}

export const PasswordModeChoice = (props: PasswordModeChoiceProps) => (
  <Segmented
    {...props}
    options={[
      ['generate', messages.generate],
      ['choose', messages.choose],
    ]}
    className="max-md:flex-none! md:self-start"
  />
);
