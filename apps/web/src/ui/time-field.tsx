// A time of day with 24 hours, whatever the browser's own time fields look like. Takes "8:30", "08:30", "0830" and "8".
import { type ComponentProps, useState } from 'react';
import { timeFrom } from '../lib/time-of-day.ts';
import { TextField } from './field.tsx';

type TimeFieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'type'> & {
  /** `HH:MM`, or empty. */
  value: string;
  /** Empty: what was typed is no time. */
  onValue(value: string): void;
};

export function TimeField({ value, onValue, ...field }: TimeFieldProps) {
  const [typed, setTyped] = useState<string>();
  const finish = () => {
    if (typed === undefined) return;
    const time = timeFrom(typed) ?? '';
    if (time !== value) onValue(time);
    // a text that is no time stays, with its error
    if (time !== '') setTyped(undefined);
  };
  return (
    <TextField
      {...field}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      maxLength={5}
      placeholder="00:00"
      value={typed ?? value}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        // a time that is complete counts at once
        const time = text.length === 5 ? timeFrom(text) : undefined;
        if (time !== undefined) onValue(time);
      }}
      onBlur={finish}
      onKeyDown={(event) => event.key === 'Enter' && finish()}
    />
  );
}
