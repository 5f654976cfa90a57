// The present week with its quiet hours and maintenance windows, a line for each day.
import { windowSpans } from '@belfry/domain/maintenance-spans';
import { merged, type Span } from '@belfry/domain/weekly-spans';
import type { Schedule } from '@belfry/schema/alerts/schedule';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { MINUTE_MS, useNow } from '../../../lib/now.ts';
import { addDays, instantOf, isoDay, wallTime, zoneNamed } from '../../../lib/zone-time.ts';
import { dayName, week } from '../routing/week.ts';
import { maintenanceWindows } from './maintenance/queries.ts';
import { messages } from './messages.ts';
import { quietSpans, zoneOf } from './quiet-now.ts';

const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24];
const LINES = 'repeating-linear-gradient(to right, var(--color-line-soft) 0 1px, transparent 1px calc(100% / 24))';
const QUIET = { background: 'color-mix(in oklab, var(--color-tick) 55%, transparent)' };
/** Hatched is planned. */
const PLANNED = {
  background: 'repeating-linear-gradient(135deg, var(--color-tick) 0 1px, transparent 1px 5px)',
  boxShadow: 'inset 0 0 0 1px var(--color-tick)',
};

export function QuietWeek({ quietHours }: { quietHours: Schedule['quietHours'] }) {
  const now = useNow(MINUTE_MS);
  const { data: windows = [] } = useQuery(maintenanceWindows);
  const zone = zoneOf(quietHours);
  const today = wallTime(now, zone);
  const monday = addDays(today, -week.indexOf(today.weekday as (typeof week)[number]));
  const days = week.map((weekday, place) => {
    const day = addDays(monday, place);
    return {
      weekday,
      key: isoDay(day),
      isToday: weekday === today.weekday,
      span: { start: instantOf(day, '00:00', zone), end: instantOf(addDays(day, 1), '00:00', zone) },
    };
  });
  const all = { start: days[0]?.span.start ?? now, end: days.at(-1)?.span.end ?? now };
  const quiet = quietSpans(quietHours, all);
  const maintenance = merged(
    windows
      .filter(({ enabled }) => enabled)
      .flatMap(({ schedule }) => windowSpans(schedule, all, zoneNamed))
      .sort((a, b) => a.start - b.start),
  );
  return (
    <div className="flex flex-col gap-1.5">
      {/* the same is said by the fields above and the list of windows below */}
      <div aria-hidden className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-y-0.5 text-xs text-mute">
        <span />
        <span className="relative h-4">
          {HOURS.map((hour) => (
            <span
              key={hour}
              style={{ left: `${(hour / 24) * 100}%` }}
              className={`absolute tabular-nums ${hour === 0 ? '' : hour === 24 ? '-translate-x-full' : '-translate-x-1/2'} ${hour % 6 === 0 ? '' : 'max-sm:hidden'}`}
            >
              {String(hour).padStart(2, '0')}
            </span>
          ))}
        </span>
        {days.map(({ key, weekday, isToday, span }) => (
          <Day key={key} name={dayName(weekday)} isToday={isToday} span={span} {...{ quiet, maintenance, now }} />
        ))}
      </div>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-mute">
        <Key style={QUIET}>{messages.quiet.legend.quiet}</Key>
        <Key style={PLANNED}>{messages.quiet.legend.maintenance}</Key>
        <span className="flex items-center gap-1.5">
          <span className="h-3 w-0.5 bg-brand" />
          {messages.quiet.legend.now}
        </span>
        <span>{messages.quiet.legend.zone(zone)}</span>
      </p>
    </div>
  );
}

function Key({ style, children }: { style: CSSProperties; children: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span style={style} className="h-2.5 w-5 rounded-sm" />
      {children}
    </span>
  );
}

interface DayProps {
  name: string;
  isToday: boolean;
  span: Span;
  quiet: readonly Span[];
  maintenance: readonly Span[];
  now: number;
}

function Day({ name, isToday, span, quiet, maintenance, now }: DayProps) {
  const place = (ms: number) =>
    ((Math.min(Math.max(ms, span.start), span.end) - span.start) / (span.end - span.start)) * 100;
  const bars = (spans: readonly Span[], look: CSSProperties) =>
    spans
      .filter(({ start, end }) => end > span.start && start < span.end)
      .map(({ start, end }) => (
        <span
          key={start}
          style={{ left: `${place(start)}%`, width: `${place(end) - place(start)}%`, ...look }}
          className="absolute inset-y-0.5 rounded-sm"
        />
      ));
  return (
    <>
      <span className={`leading-5 ${isToday ? 'font-semibold text-text' : ''}`}>{name}</span>
      <span className="relative h-5" style={{ background: LINES }}>
        {bars(quiet, QUIET)}
        {bars(maintenance, PLANNED)}
        {isToday && <span style={{ left: `${place(now)}%` }} className="absolute -inset-y-0.5 w-0.5 bg-brand" />}
      </span>
    </>
  );
}
