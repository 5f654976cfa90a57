// The head above what belongs to a site: its name, what its collector does not do, and how much is below.
import type { Site } from '@belfry/schema/entities/site';
import type { ReactNode } from 'react';
import { hourMinute, shortMoment } from '../../lib/moment.ts';
import { useNow } from '../../lib/now.ts';
import { useLive } from '../use-live.ts';
import { messages } from './messages.ts';

const DAY_MS = 86_400_000;

interface SiteHeadProps {
  /** Its id; undefined for what the server polls itself. */
  site: string | undefined;
  /** How much is below. */
  legend: string;
  isOpen: boolean;
  /** Shows whether it is folded. */
  mark: ReactNode;
  /** Absent: it cannot be folded now. */
  onToggle?: (() => void) | undefined;
}

export function SiteHead({ site: id, legend, isOpen, mark, onToggle }: SiteHeadProps) {
  const site = useLive(({ state }) => state?.sites.find((each) => each.id === id));
  const name = id === undefined ? messages.here : messages.site(site?.name ?? id);
  const title = <b className="truncate text-md font-semibold text-text">{name}</b>;
  return (
    <span className="flex min-w-0 items-center gap-2">
      {site && site.status !== 'connected' && (
        <span className={`dot ${site.status === 'silent' ? 'crit' : 'warn'}`} aria-hidden />
      )}
      {onToggle ? (
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex min-w-0 items-center gap-1 max-md:min-h-11"
          onClick={onToggle}
        >
          {mark}
          {title}
        </button>
      ) : (
        title
      )}
      {site && <Trouble site={site} />}
      <span className="shrink-0 text-mute">{legend}</span>
    </span>
  );
}

/** Nothing where its collector reports. */
function Trouble({ site: { status, lastSeen } }: { site: Site }) {
  const now = useNow();
  if (status === 'connected') return null;
  const seen = lastSeen === undefined ? undefined : Date.parse(lastSeen);
  const texts = {
    silent:
      seen === undefined
        ? messages.unheard
        : messages.silentSince(now - seen < DAY_MS ? hourMinute(seen) : shortMoment(seen, now)),
    revoked: messages.revoked,
    new: messages.noCollector,
    waiting: messages.noCollector,
  };
  return <span className={`shrink-0 ${status === 'silent' ? 'text-crit' : 'text-warn'}`}>{texts[status]}</span>;
}
