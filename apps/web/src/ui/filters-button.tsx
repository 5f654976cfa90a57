// Shows or hides the toggles of a filter line. A dot says that a hidden toggle leaves rows out.

import { SlidersHorizontal } from 'lucide-react';
import { IconButton } from './button.tsx';
import { messages } from './messages.ts';

interface FiltersButtonProps {
  shown: boolean;
  /** Whether one of the toggles is set. */
  set: boolean;
  className?: string;
  onToggle(): void;
}

export function FiltersButton({ shown, set, className = '', onToggle }: FiltersButtonProps) {
  const hiding = set && !shown;
  return (
    <IconButton
      label={hiding ? messages.someFiltersSet : messages.filters}
      aria-pressed={shown}
      className={`relative aria-pressed:text-brand max-md:size-11 ${className}`}
      onClick={onToggle}
    >
      <SlidersHorizontal size={14} />
      {hiding && <span className="absolute top-1 right-1 size-2 rounded-full bg-brand" />}
    </IconButton>
  );
}
