// Says that what a view had selected does not exist any more. The selection is removed, so that everything is shown.
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { inLanguage } from '../lib/language/in-language.ts';
import { IconButton } from './button.tsx';

export const messages = inLanguage('missing-selection', { dismiss: 'Dismiss' });

interface MissingSelectionProps {
  /** The selected id, null for none. */
  id: string | null;
  /** Whether it is certain that nothing with this id exists. */
  isMissing: boolean;
  /** What the notice says about the id. */
  text(id: string): string;
  /** Removes the selection. */
  onMissing(): void;
}

export function MissingSelection({ id, isMissing, text, onMissing }: MissingSelectionProps) {
  const [missing, setMissing] = useState<string | null>(null);
  const remove = useEffectEvent(onMissing);
  useEffect(() => {
    if (id === null) return;
    setMissing(isMissing ? id : null);
    if (isMissing) remove();
  }, [id, isMissing]);
  if (missing === null) return null;
  return (
    <p role="status" className="card mt-2 flex min-h-9 items-center gap-2 border-warn/50 pl-3.5 text-sm">
      <span className="dot warn" />
      <span className="min-w-0 flex-1 break-words">{text(missing)}</span>
      <IconButton label={messages.dismiss} onClick={() => setMissing(null)}>
        <X size={13} />
      </IconButton>
    </p>
  );
}
