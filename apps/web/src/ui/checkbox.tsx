// A choice that is yes or no, as one of several.
import type { ReactNode } from 'react';

interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange(checked: boolean): void;
}

export function Checkbox({ label, checked, disabled = false, onChange }: CheckboxProps) {
  return (
    <label
      className={`flex items-center gap-2 py-1 font-medium max-md:min-h-10 ${disabled ? 'opacity-60' : 'cursor-pointer'}`}
    >
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="size-4 shrink-0 accent-brand"
      />
      <span className="min-w-0">{label}</span>
    </label>
  );
}
