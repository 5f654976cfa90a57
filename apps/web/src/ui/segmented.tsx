// A few exclusive choices, side by side.
interface SegmentedProps<T extends string> {
  label: string;
  options: readonly (readonly [value: T, text: string])[];
  value: T;
  onChange(value: T): void;
  className?: string;
}

export function Segmented<T extends string>({ label, options, value, onChange, className = '' }: SegmentedProps<T>) {
  return (
    <fieldset
      aria-label={label}
      className={`inline-flex h-8 shrink-0 rounded-md border border-line bg-panel p-0.5 max-md:h-[46px] max-md:flex-1 ${className}`}
    >
      {options.map(([option, text]) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          onClick={() => onChange(option)}
          className="rounded-sm whitespace-nowrap px-2.5 text-sm font-medium text-mute hover:text-text aria-pressed:bg-raise aria-pressed:text-text aria-pressed:shadow-[inset_0_0_0_1px_var(--color-line)] max-md:min-w-10 max-md:grow max-md:px-1.5"
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}
