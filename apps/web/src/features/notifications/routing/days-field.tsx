// Days of the week, each of which can be chosen.
import type { ReactNode } from 'react';
import { dayName, week } from './week.ts';

interface DaysFieldProps {
  label: string;
  days: readonly number[];
  error?: string | undefined;
  hint?: ReactNode;
  disabled?: boolean;
  onChange(days: number[]): void;
}

export function DaysField({ label, days, error, hint, disabled = false, onChange }: DaysFieldProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1">
      <legend className="mb-1 text-sm font-medium text-soft">{label}</legend>
      {week.map((day) => (
        <button
          key={day}
          type="button"
          aria-pressed={days.includes(day)}
          disabled={disabled}
          onClick={() => onChange(week.filter((each) => days.includes(each) !== (each === day)))}
          className="h-8 min-w-10 rounded-md border border-line px-1.5 text-sm font-medium text-mute hover:text-text aria-pressed:border-brand aria-pressed:bg-brand-bg aria-pressed:text-text disabled:opacity-60 max-md:h-10 max-md:flex-1"
        >
          {dayName(day)}
        </button>
      ))}
      {error !== undefined && (
        <p role="alert" className="w-full text-sm text-crit">
          {error}
        </p>
      )}
      {hint && <div className="w-full text-sm text-mute">{hint}</div>}
    </fieldset>
  );
}
