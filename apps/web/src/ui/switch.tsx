// A switch that takes effect at once, with its label.
import { Switch as Base } from '@base-ui/react/switch';
import type { ReactNode } from 'react';

interface SwitchProps {
  label: ReactNode;
  /** The accessible name, where the label says only whether it is on. */
  name?: string;
  hint?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange(checked: boolean): void;
}

export function Switch({ label, name, hint, checked, disabled = false, onChange }: SwitchProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch contains its input
    <label
      className={`flex items-start gap-2.5 py-1 max-md:min-h-10 max-md:items-center ${disabled ? 'opacity-60' : 'cursor-pointer'}`}
    >
      <Base.Root
        aria-label={name}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        className="mt-px flex h-4.5 w-8 shrink-0 rounded-full bg-trough p-0.5 inset-ring inset-ring-tick/60 data-checked:bg-brand data-checked:inset-ring-brand"
      >
        <Base.Thumb className="size-3.5 rounded-full bg-tick transition-transform data-checked:translate-x-3.5 data-checked:bg-panel" />
      </Base.Root>
      <span className="min-w-0">
        <span className="font-medium">{label}</span>
        {hint && <span className="block text-sm text-mute">{hint}</span>}
      </span>
    </label>
  );
}
