// A number of the schedule. A text that is no number within the bounds is kept, and not saved.
import { Theirs } from '../../../lib/draft/theirs.tsx';
import { TextField } from '../../../ui/field.tsx';
import type { ConfigPath } from '../alert-config/config-path.ts';
import { placeOf } from '../alert-config/place.ts';
import { useAlertConfigDraft } from '../alert-config-draft.tsx';
import { messages } from './messages.ts';
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
  onValue(value: number): void;
}

export function NumberField({ path, label, value, bounds, hint, scale = 1, onValue }: NumberFieldProps) {
  const { mayEdit, field, refuse, reset } = useAlertConfigDraft();
  const { text, error, theirs } = field(path);
  const [min, max] = bounds;
  return (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={text ?? String(value / scale)}
      error={error}
      disabled={!mayEdit}
      hint={
        theirs ? (
          <Theirs value={placeOf(path).text(theirs.value)} onTake={() => reset(path)} />
        ) : (
          (hint ?? messages.bounds(min, max))
        )
      }
      onChange={({ currentTarget: { value: typed } }) => {
        const number = wholeNumber(typed, bounds);
        if (number === undefined) refuse(path, typed, messages.outside(min, max));
        else onValue(number * scale);
      }}
    />
  );
}
