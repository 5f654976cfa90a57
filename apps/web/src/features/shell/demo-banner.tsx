// Says that this is a demo. It is shown until the user closes it, or the tab.
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { demo } from '../../api/system.ts';
import { flag, usePref } from '../../lib/prefs.ts';
import { IconButton } from '../../ui/button.tsx';
import { messages } from './messages.ts';

const dismissedPref = { ...flag('demo-banner-dismissed', false), keep: 'session' as const };

export function DemoBanner() {
  const { data } = useQuery(demo);
  const [dismissed, dismiss] = usePref(dismissedPref);
  if (!data || dismissed) return null;
  return (
    <section
      aria-label={messages.demoName}
      className="flex min-h-7 shrink-0 items-center gap-2 border-b border-line bg-brand-bg bar-x pr-0! text-sm"
    >
      <span className="min-w-0 flex-1">{messages.demo}</span>
      <IconButton label={messages.dismiss} className="h-7!" onClick={() => dismiss(true)}>
        <X size={13} />
      </IconButton>
    </section>
  );
}
