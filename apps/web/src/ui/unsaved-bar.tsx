// Says what is changed and not saved, and offers both ways out. Stays in sight at the foot of what scrolls.
import { Button } from './button.tsx';

interface UnsavedBarProps {
  text: string;
  busy: boolean;
  /** Absent: it cannot be saved as it is. */
  onSave?(): void;
  onDiscard(): void;
  /** On the button that takes the changes back. */
  discard?: string;
}

export function UnsavedBar({ text, busy, onSave, onDiscard, discard = 'Discard' }: UnsavedBarProps) {
  return (
    <section
      aria-label="Unsaved changes"
      className="sticky bottom-2 z-20 mx-2 mb-2 flex flex-wrap items-center gap-2 rounded-lg border border-brand/50 bg-panel py-2 pr-2 pl-3.5 shadow-float"
    >
      <span className="dot warn" />
      <span className="min-w-0 flex-1">{text}</span>
      <Button look="framed" disabled={busy} onClick={onDiscard}>
        {discard}
      </Button>
      {onSave && (
        <Button look="main" disabled={busy} onClick={onSave}>
          {busy ? 'Saving...' : 'Save Changes'}
        </Button>
      )}
    </section>
  );
}
