// A number of the schedule. A text that is no number within the bounds is kept, and not saved.

import type { ConfigPath } from '../../../alert-config/config-path.ts';
import { useAlertConfigDraft } from '../../../alert-config/draft.tsx';
import { TextField } from '../../../ui/field.tsx';
import { messages } from './messages.ts';
import { useSetting } from './use-setting.tsx';
import { wholeNumber } from './whole-number.ts';

interface NumberFieldProps {
  path: ConfigPath;
  label: string;
  value: number;
  /** The smallest and the largest number. */
  bounds: readonly [number, number];
  /** Explains the bounds. */
  hint?: string;
  /** How many units of the configuration one of the field is: 60, where it stores seconds and the field has minutes. */
  scale?: number;
  className?: string;
  onValue(value: number): void;
}

export function NumberField({ path, label, value, bounds, hint, scale = 1, className, onValue }: NumberFieldProps) {
  const { refuse } = useAlertConfigDraft();
  const { text, error, disabled, theirs } = useSetting(path);
  const [min, max] = bounds;
  return (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={text ?? String(value / scale)}
      error={error}
      disabled={disabled}
      hint={theirs ?? (error === undefined && (hint ?? messages.bounds(min, max)))}
      {...(className !== undefined && { className })}
      onChange={({ currentTarget: { value: typed } }) => {
        const number = wholeNumber(typed, bounds);
        if (number === undefined) refuse(path, typed, messages.outside(min, max));
        else onValue(number * scale);
      }}
    />
  );
}
