// A tip for newcomers, until they dismiss it.
import { Lightbulb, X } from 'lucide-react';
import { flag, usePref } from '../../lib/prefs.ts';
import { IconButton } from '../../ui/button.tsx';
import { messages } from './messages.ts';

const hidden = flag('hideAlertsQuickTip', false);

export function QuickTip() {
  const [isHidden, setHidden] = usePref(hidden);
  if (isHidden) return null;
  return (
    <aside
      aria-label={messages.tip}
      className="my-2 flex items-start gap-2.5 rounded-md border border-line bg-panel py-1.5 pr-1.5 pl-3 text-sm text-soft"
    >
      <Lightbulb size={14} aria-hidden className="mt-2 shrink-0 text-brand" />
      <p className="flex-1 py-1.5">{messages.tipText}</p>
      <IconButton label={messages.dismissTip} onClick={() => setHidden(true)}>
        <X size={14} />
      </IconButton>
    </aside>
  );
}
