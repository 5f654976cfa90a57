// Form fields: a label, its control, a hint, and the error.
import { Field } from '@base-ui/react/field';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { type Options, optionsOf } from '../lib/language/options.ts';

const look =
  'w-full min-w-0 rounded-md border border-field-line bg-field px-2.5 text-md text-text placeholder:text-mute disabled:opacity-60 data-invalid:border-crit max-md:text-[16px]';
export const control = `h-9 ${look} file:mr-3 file:h-full file:border-0 file:bg-transparent file:font-medium file:text-brand max-md:h-11`;

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string;
}

interface FrameProps extends FieldProps {
  children: ReactNode;
}

/** For a control of `Field`, such as a combobox. */
export function FieldFrame({ label, hint, error, className = '', children }: FrameProps) {
  return (
    <Field.Root invalid={error !== undefined} className={`flex min-w-0 flex-col gap-1 ${className}`}>
      <Field.Label className="text-sm font-medium text-soft">{label}</Field.Label>
      {children}
      {error !== undefined && (
        <Field.Error match className="text-sm text-crit first-letter:uppercase">
          {error}
        </Field.Error>
      )}
      {hint && <Field.Description className="text-sm text-mute">{hint}</Field.Description>}
    </Field.Root>
  );
}

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'className'> & { mono?: boolean };

export function TextField({ label, hint, error, className = '', mono = false, ...input }: TextFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} className={className}>
      <Field.Control className={`${control} ${mono ? 'font-mono text-sm' : ''}`} {...input} />
    </FieldFrame>
  );
}

type AreaFieldProps = FieldProps & Omit<ComponentProps<'textarea'>, 'className'> & { mono?: boolean };

/** A text of several lines. */
export function AreaField({ label, hint, error, className = '', mono = false, ...area }: AreaFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} className={className}>
      <Field.Control render={<textarea {...area} />} className={`${look} py-1.5 ${mono ? 'font-mono text-sm' : ''}`} />
    </FieldFrame>
  );
}

type SelectFieldProps<T extends string> = FieldProps & {
  options: Options<T>;
  value: T;
  disabled?: boolean;
  onValue(value: NoInfer<T>): void;
};

/** The browser's native list: it is the best one on every device. */
export function SelectField<T extends string>({
  options,
  value,
  disabled = false,
  onValue,
  ...frame
}: SelectFieldProps<T>) {
  return (
    <FieldFrame {...frame}>
      <span className="relative flex">
        <Field.Control
          render={<select />}
          value={value}
          disabled={disabled}
          onChange={(event) => {
            const chosen = optionsOf(options).find(([option]) => option === event.currentTarget.value);
            if (chosen) onValue(chosen[0]);
          }}
          className={`${control} appearance-none pr-8`}
        >
          {optionsOf(options).map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </Field.Control>
        <ChevronDown
          size={14}
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-mute"
        />
      </span>
    </FieldFrame>
  );
}
