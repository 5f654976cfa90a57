// The tabs at the right: alerts, and Belfry's own settings.
import { Link } from '@tanstack/react-router';
import { Bell, Settings } from 'lucide-react';
import { useUpdateWaits } from '../../api/update-memory.ts';
import { formatCount } from '../../lib/language/format.ts';
import { usePathname } from '../../lib/pathname.ts';
import { useOpenProblems } from '../../live/use-problems.ts';
import { messages } from './messages.ts';
import { tab } from './tab.ts';

const look = `${tab} relative max-md:w-10 max-md:shrink-0 max-md:justify-center max-md:px-0 max-[360px]:w-8`;

export function SystemTabs() {
  const pathname = usePathname();
  const current = (path: string) => (pathname.startsWith(path) ? 'page' : undefined);
  const update = useUpdateWaits();
  const open = useOpenProblems();
  return (
    <>
      <Link to="/alerts" aria-current={current('/alerts')} className={look}>
        <Bell size={14} />
        <span className="max-md:sr-only">{messages.alerts}</span>
        {open.length > 0 && (
          <span
            className={`min-w-4.5 rounded-full px-1 text-center text-2xs leading-4 font-bold text-panel tabular-nums max-md:absolute max-md:top-0.5 max-md:right-0 ${open[0]?.level === 'critical' ? 'bg-crit' : 'bg-warn'}`}
          >
            {formatCount(open.length)}
          </span>
        )}
        {open.length > 0 && <span className="sr-only">{messages.nobodyHas(open.length)}</span>}
      </Link>
      <Link
        to="/settings"
        aria-label={update ? messages.settingsUpdate : messages.settings}
        aria-current={current('/settings')}
        className={look}
      >
        <Settings size={14} />
        <span className="max-md:hidden">{messages.settings}</span>
        {update && <span aria-hidden className="absolute top-1 right-1 size-1.5 rounded-full bg-crit" />}
      </Link>
    </>
  );
}
