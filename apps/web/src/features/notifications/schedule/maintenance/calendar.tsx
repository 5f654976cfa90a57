// The maintenance windows in a week or a month. The arrow keys move between the days; Enter adds a window on a day.
import type { MaintenanceWindow } from '@belfry/schema/alerts/silences';
import { ChevronLeft, ChevronRight, Plus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { browserZone } from '../../../../lib/browser-zone.ts';
import { MINUTE_MS, useNow } from '../../../../lib/now.ts';
import { type CalendarDay, isoDay, wallTime } from '../../../../lib/zone-time.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { dayName, week } from '../../routing/week.ts';
import { messages } from '../messages.ts';
import { dateText, longDate, monthText } from '../moments.ts';
import { type CalendarKind, daysOfCalendar, type Entry, entriesOn, moveDay, stepped } from './calendar-days.ts';

interface CalendarProps {
  kind: CalendarKind;
  windows: readonly MaintenanceWindow[];
  /** Absent for who may only read. */
  onAdd?: ((day: string) => void) | undefined;
  onEdit?: ((window: MaintenanceWindow) => void) | undefined;
}

export function Calendar({ kind, windows, onAdd, onEdit }: CalendarProps) {
  const now = useNow(MINUTE_MS);
  const zone = browserZone();
  const today = wallTime(now, zone);
  /** The day that has the focus, or that the shown part begins around. */
  const [day, setDay] = useState<CalendarDay>(today);
  const days = useRef<HTMLOListElement>(null);
  const texts = messages.calendar;
  const shown = daysOfCalendar(kind, day);
  const focus = (next: CalendarDay) => {
    setDay(next);
    requestAnimationFrame(() =>
      days.current?.querySelector<HTMLElement>(`[data-day="${isoDay(next)}"] [data-day-focus]`)?.focus(),
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target as HTMLElement).matches('[data-day-focus]')) return;
    const next = moveDay(day, event.key);
    if (!next) return;
    event.preventDefault();
    focus(next);
  };
  return (
    <div className="flex flex-col gap-2 p-4 max-md:px-3">
      <div className="flex flex-wrap items-center gap-1">
        <IconButton label={texts.earlier[kind]} onClick={() => setDay(stepped(kind, day, -1))}>
          <ChevronLeft size={15} />
        </IconButton>
        <IconButton label={texts.later[kind]} onClick={() => setDay(stepped(kind, day, 1))}>
          <ChevronRight size={15} />
        </IconButton>
        <Button onClick={() => setDay(today)}>{texts.today}</Button>
        <h3 aria-live="polite" className="ml-1 font-semibold">
          {kind === 'month' ? monthText(day) : texts.weekOf(dateText(shown[0] ?? day), dateText(shown.at(-1) ?? day))}
        </h3>
        <span className="ml-auto text-sm text-mute">{texts.zone(zone)}</span>
      </div>
      <div aria-hidden className="grid grid-cols-7 text-xs text-mute max-md:hidden">
        {week.map((weekday) => (
          <span key={weekday} className="px-1.5">
            {dayName(weekday)}
          </span>
        ))}
      </div>
      <ol
        ref={days}
        aria-label={texts.label}
        onKeyDown={onKeyDown}
        className="grid grid-cols-7 gap-px overflow-hidden rounded-md border border-line bg-line max-md:grid-cols-1"
      >
        {shown.map((each) => (
          <Day
            key={isoDay(each)}
            day={each}
            isToday={isoDay(each) === isoDay(today)}
            isOther={kind === 'month' && each.month !== day.month}
            isStop={isoDay(each) === isoDay(day)}
            tall={kind === 'week'}
            entries={entriesOn(windows, each, zone)}
            {...{ now, onAdd, onEdit }}
            onFocus={() => setDay(each)}
          />
        ))}
      </ol>
    </div>
  );
}

interface DayProps {
  day: CalendarDay;
  isToday: boolean;
  /** Of another month. */
  isOther: boolean;
  /** Tab reaches this one. */
  isStop: boolean;
  tall: boolean;
  entries: readonly Entry[];
  now: number;
  onAdd: CalendarProps['onAdd'];
  onEdit: CalendarProps['onEdit'];
  onFocus(): void;
}

function Day({ day, isToday, isOther, isStop, tall, entries, now, onAdd, onEdit, onFocus }: DayProps) {
  const texts = messages.calendar;
  const key = isoDay(day);
  const empty = entries.length === 0 && !isToday ? 'max-md:hidden' : '';
  const number = `rounded-sm px-1 text-sm tabular-nums ${isToday ? 'bg-brand font-semibold text-panel' : isOther ? 'text-mute' : 'text-soft'}`;
  return (
    <li
      data-day={key}
      aria-current={isToday ? 'date' : undefined}
      className={`flex min-w-0 flex-col gap-0.5 bg-panel p-1 ${tall ? 'min-h-40' : 'min-h-20'} max-md:min-h-0 ${empty}`}
    >
      {onAdd ? (
        <button
          type="button"
          data-day-focus
          tabIndex={isStop ? 0 : -1}
          aria-label={texts.addOn(longDate(day))}
          onFocus={onFocus}
          onClick={() => onAdd(key)}
          className="group flex min-h-6 items-center justify-between max-md:min-h-10"
        >
          <span className={number}>
            <span className="max-md:hidden">{day.day}</span>
            <span className="md:hidden">{longDate(day)}</span>
          </span>
          <Plus size={12} aria-hidden className="text-mute opacity-0 group-hover:opacity-100 group-focus:opacity-100" />
        </button>
      ) : (
        <span className={`${number} self-start`}>
          {day.day}
          <span className="sr-only"> {longDate(day)}</span>
        </span>
      )}
      {entries.map(({ window, span, text }) => (
        <EntryButton
          key={window.id + span.start}
          inForce={span.start <= now && now < span.end}
          over={span.end <= now}
          onClick={onEdit && (() => onEdit(window))}
        >
          <span className="tabular-nums">{text || texts.allDay}</span> {window.name}
        </EntryButton>
      ))}
    </li>
  );
}

interface EntryButtonProps {
  inForce: boolean;
  over: boolean;
  onClick: (() => void) | undefined;
  children: ReactNode;
}

function EntryButton({ inForce, over, onClick, children }: EntryButtonProps) {
  const look = `block w-full truncate rounded-sm border px-1 text-left text-xs leading-5 max-md:leading-8 ${
    inForce
      ? 'border-brand bg-brand-bg font-semibold text-text'
      : over
        ? 'border-line-soft text-mute'
        : 'border-line bg-raise text-soft'
  }`;
  if (!onClick) return <span className={look}>{children}</span>;
  return (
    <button type="button" className={look} onClick={onClick}>
      {children}
    </button>
  );
}
