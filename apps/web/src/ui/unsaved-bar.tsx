// Lists the unsaved changes, with buttons to save and to discard them. It stays visible at the end of the page.

import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { messages } from './messages.ts';

interface UnsavedBarProps {
  text: ReactNode;
  busy: boolean;
  /** Absent when the form cannot be saved with these values. */
  onSave?(): void;
  onDiscard(): void;
  /** The text of the button that discards the changes. */
  discard?: string;
}

export function UnsavedBar({ text, busy, onSave, onDiscard, discard = messages.discard }: UnsavedBarProps) {
  return (
    <section
      aria-label={messages.unsaved}
      data-unsaved
      className="sticky bottom-2 z-20 mx-2 mb-2 flex flex-wrap items-center gap-2 rounded-lg border border-brand/50 bg-panel py-2 pr-2 pl-3.5 shadow-float"
    >
      <span className="dot warn" />
      <div className="min-w-0 flex-1 max-md:basis-[calc(100%-32px)]">{text}</div>
      <Button look="framed" className="max-md:flex-1" disabled={busy} onClick={onDiscard}>
        {discard}
      </Button>
      {onSave && (
        <Button look="main" className="max-md:flex-1" disabled={busy} onClick={onSave}>
          {busy ? messages.saving : messages.save}
        </Button>
      )}
    </section>
  );
}
