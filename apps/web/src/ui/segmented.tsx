// A few exclusive choices, side by side. Tab reaches the chosen one, and the arrows, Home and End move between them. Base UI's
// ToggleGroup does the same, but would add 9 KB gzip to the first screen.
import { type KeyboardEvent, useState } from 'react';
import { type Options, optionsOf } from '../lib/language/options.ts';

interface SegmentedProps<T extends string> {
  label: string;
  options: Options<T>;
  value: T;
  onChange(value: T): void;
  className?: string;
}

export function Segmented<T extends string>({ label, value, onChange, className = '', ...props }: SegmentedProps<T>) {
  const options = optionsOf(props.options);
  /** The one that has the focus. */
  const [focused, setFocused] = useState<T | null>(null);
  const stop = focused ?? options.find(([option]) => option === value)?.[0] ?? options[0]?.[0];
  return (
    <fieldset
      aria-label={label}
      onKeyDown={moveFocus}
      onBlur={() => setFocused(null)}
      className={`inline-flex h-8 shrink-0 rounded-md border border-line bg-panel p-0.5 max-md:min-h-[46px] max-md:flex-1 max-[360px]:h-auto max-[360px]:max-w-full max-[360px]:flex-auto max-[360px]:flex-wrap ${className}`}
    >
      {options.map(([option, text]) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          tabIndex={option === stop ? 0 : -1}
          onFocus={() => setFocused(option)}
          onClick={() => onChange(option)}
          className="rounded-sm whitespace-nowrap px-2.5 text-sm font-medium text-mute hover:text-text aria-pressed:bg-raise aria-pressed:text-text aria-pressed:shadow-[inset_0_0_0_1px_var(--color-line)] max-md:min-w-10 max-md:grow max-md:px-1.5 max-[360px]:min-h-10"
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const all: HTMLElement[] = [...event.currentTarget.querySelectorAll('button')];
  const at = all.findIndex((button) => button.contains(event.target as Node));
  const steps: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    Home: 0,
    End: -1,
  };
  const to = Object.hasOwn(steps, event.key) ? all.at((steps[event.key] as number) % all.length) : undefined;
  if (!to) return;
  event.preventDefault();
  to.focus();
}
