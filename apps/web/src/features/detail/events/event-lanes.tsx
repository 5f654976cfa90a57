// The events below the charts, on their axis of time: alerts, backups and snapshots, changes, and where the values come from.
// A mark moves the crosshair to its time; the crosshair of the charts goes through the lanes too.
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { shortMoment } from '../../../lib/moment.ts';
import { hint } from '../../../ui/hint.tsx';
import type { ChartGroup } from '../charts/group.ts';
import { messages } from '../messages.ts';
import type { Span } from '../view.ts';
import './event-lanes.css';
import { laneOf, lanes, type ResourceEvent } from './events.ts';

/** Where values come from, or where there are none. Epoch ms. */
export interface SourcePart {
  from: number;
  to: number;
  look: 'imported' | 'gap' | 'estimated';
  text: string;
}

interface EventLanesProps {
  events: readonly ResourceEvent[];
  sources: readonly SourcePart[];
  span: Span;
  group: ChartGroup;
  /** The key of the event that the user points at, here or in the table. */
  pointed: string | undefined;
  onPoint(key: string | undefined): void;
}

/** A mark with the room at its right, in percent of the axis. */
interface Mark {
  key: string;
  start: number;
  width: number;
  room: number;
}

/** Percent of the axis: less is no room for a text. */
const LEAST_ROOM = 9;

export function EventLanes({ events, sources, span, group, pointed, onPoint }: EventLanesProps) {
  const frame = useRef<HTMLElement>(null);
  const { from, to } = span;
  useEffect(
    () =>
      group.follow((time) => {
        const style = frame.current?.style;
        const at = time === undefined ? -1 : ((time * 1000 - from) / (to - from)) * 100;
        if (at < 0 || at > 100) style?.removeProperty('--cross');
        else style?.setProperty('--cross', `${at}%`);
      }),
    [group, from, to],
  );
  const inSpan = events.filter(({ at, until = at }) => until >= from && at <= to);
  return (
    <section ref={frame} aria-label={messages.lanes.title} className="event-lanes">
      {lanes.map((lane) => (
        <Lane
          key={lane}
          name={messages.lanes[lane]}
          events={inSpan.filter(({ look }) => laneOf[look] === lane).reverse()}
          {...{ span, pointed }}
          onPoint={onPoint}
        />
      ))}
      {sources.length > 0 && <Sources parts={sources} span={span} />}
    </section>
  );
}

interface LaneProps {
  name: string;
  /** The oldest first. */
  events: readonly ResourceEvent[];
  span: Span;
  pointed: string | undefined;
  onPoint(key: string | undefined): void;
}

function Lane({ name, events, span, pointed, onPoint }: LaneProps) {
  // Tab reaches one mark of a lane, and the arrows go on
  const [current, setCurrent] = useState<string>();
  const stop = events.some(({ key }) => key === current) ? current : events.at(-1)?.key;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowLeft' ? 'previousElementSibling' : 'nextElementSibling';
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    let next = (event.target as HTMLElement)[step];
    while (next && !(next instanceof HTMLButtonElement)) next = next[step];
    if (next instanceof HTMLButtonElement) next.focus();
  };
  if (events.length === 0) return null;
  const marks = marksOf(
    events.map(({ key, at, until = at }) => ({ key, from: at, to: until })),
    span,
  );
  return (
    <div className="event-lane">
      <h3>{name}</h3>
      <div>
        <div
          role="toolbar"
          aria-label={name}
          className="marks"
          onKeyDown={onKeyDown}
          onPointerLeave={() => onPoint(undefined)}
        >
          {events.map((event, place) => {
            const { start, width, room } = marks[place] as Mark;
            const text = messages.at(
              shortMoment(event.at, span.to),
              [event.text, event.more].filter(Boolean).join(', '),
            );
            return [
              <button
                key={event.key}
                type="button"
                tabIndex={event.key === stop ? 0 : -1}
                aria-label={text}
                className={`mark ${event.look}`}
                data-pointed={event.key === pointed || undefined}
                style={{ '--start': `${start}%`, '--width': `${width}%` } as CSSProperties}
                onPointerEnter={() => onPoint(event.key)}
                onFocus={() => {
                  setCurrent(event.key);
                  onPoint(event.key);
                }}
                onBlur={() => onPoint(undefined)}
                {...hint(text)}
              />,
              (room >= LEAST_ROOM || place === events.length - 1) && (
                <span
                  key={`${event.key} text`}
                  aria-hidden
                  style={{ left: `${start + width}%`, maxWidth: roomText(room, place === events.length - 1) }}
                >
                  {event.text}
                </span>
              ),
            ];
          })}
        </div>
      </div>
    </div>
  );
}

const Sources = ({ parts, span }: { parts: readonly SourcePart[]; span: Span }) => (
  <div className="event-lane">
    <h3>{messages.lanes.source}</h3>
    <div>
      <div className="marks">
        {marksOf(
          parts.map((part) => ({ ...part, key: `${part.from}` })),
          span,
        ).map(({ key, start, width, room }, place) => [
          <i
            key={key}
            className={`mark source ${parts[place]?.look}`}
            style={{ '--start': `${start}%`, '--width': `${width}%` } as CSSProperties}
          />,
          <span
            key={`${key} text`}
            style={{ left: `${start + width}%`, maxWidth: roomText(room, place === parts.length - 1) }}
          >
            {parts[place]?.text}
          </span>,
        ])}
      </div>
    </div>
  </div>
);

/** The text of the last mark may use the room at the right of the axis. */
const roomText = (room: number, isLast: boolean): string => `calc(${room}% + ${isLast ? 'var(--right)' : '-8px'})`;

function marksOf(parts: readonly { key: string; from: number; to: number }[], { from, to }: Span): Mark[] {
  const share = (time: number) => ((Math.min(Math.max(time, from), to) - from) / (to - from)) * 100;
  return parts.map((part, place) => {
    const end = share(part.to);
    const next = parts[place + 1];
    return {
      key: part.key,
      start: share(part.from),
      width: end - share(part.from),
      room: (next ? share(next.from) : 100) - end,
    };
  });
}
