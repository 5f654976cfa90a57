// The line above a view on a wall: the worst problem, how many problems nobody has, the page and the time.
import { Bell } from 'lucide-react';
import { formatCount } from '../../lib/language/format.ts';
import { hourMinute, monthDay } from '../../lib/moment.ts';
import { MINUTE_MS, useNow } from '../../lib/now.ts';
import { useLive } from '../../live/use-live.ts';
import { useOpenProblems } from '../../live/use-problems.ts';
import { messages } from './messages.ts';
import { Problems } from './problems.tsx';
import { usePaging } from './use-paging.ts';

/** `corner`: a button covers the corner, on a phone always. */
export function KioskBar({ corner }: { corner: boolean }) {
  const now = useNow(MINUTE_MS);
  const { page, pages } = usePaging();
  const open = useOpenProblems();
  const critical = open.filter(({ level }) => level === 'critical').length;
  const warning = open.length - critical;
  // nothing is counted before the first answer
  const isKnown = useLive(({ state }) => state !== null);
  const well = isKnown && open.length === 0;
  return (
    <aside
      aria-label={messages.state}
      className={`bar-x flex h-12 shrink-0 items-center gap-6 border-b border-line max-md:gap-3 ${corner ? 'max-md:pr-13' : ''}`}
    >
      <div className="min-w-0 flex-1 [&_button]:max-w-full [&_button]:text-lg">
        <Problems />
        {well && (
          <p className="flex min-w-0 items-center gap-2 text-lg text-soft">
            <span className="dot ok shrink-0" />
            <span className="truncate">{messages.allWell}</span>
          </p>
        )}
      </div>
      {isKnown && (
        <p className="flex shrink-0 items-center gap-2 tabular-nums">
          <Bell size={15} aria-hidden className="text-mute" />
          <b className="text-lg font-semibold">{formatCount(open.length)}</b>
          {/* the sentence of the worst problem has the room first, and the one that all is well says the same */}
          <span className={`text-soft ${well ? 'sr-only' : 'max-lg:sr-only'}`}>{messages.nobodyHas(open.length)}</span>
          {critical > 0 && <Count tone="crit" count={critical} />}
          {warning > 0 && <Count tone="warn" count={warning} />}
        </p>
      )}
      {pages > 1 && (
        <p className="shrink-0 text-sm text-mute tabular-nums max-md:hidden">{messages.page(page, pages)}</p>
      )}
      <p className="flex shrink-0 items-baseline gap-2 tabular-nums">
        <span className="text-sm text-mute max-md:hidden">{monthDay(now)}</span>
        <time dateTime={new Date(now).toISOString()} className="text-[26px] leading-none font-semibold">
          {hourMinute(now)}
        </time>
      </p>
    </aside>
  );
}

const Count = ({ tone, count }: { tone: 'crit' | 'warn'; count: number }) => (
  <span className="inline-flex items-center gap-1 text-soft">
    <span className={`dot ${tone}`} />
    {formatCount(count)}
  </span>
);
