// Backups per day as bars, with axes and a tooltip. Tab reaches one day, the arrows move between days, a day filters the list.

import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { formatCount } from '../../../lib/language/format.ts';
import { dayLabel, shortDay } from '../list/day-label.ts';
import { messages } from '../messages.ts';
import { abundance, axisOf, type Day } from './days.ts';

/** Pixels. */
const LEFT = 34;
const BOTTOM = 20;
const TOP = 8;
/** The minimum distance of two labels on the time axis, in pixels. */
const LABEL_ROOM = 72;

const KINDS = ['local', 'remote', 'snapshot'] as const;
/** The same words as in the filter line. */
const LEGEND = ['snapshot', 'local', 'remote'] as const;

interface ChartProps {
  days: readonly Day[];
  selected: string | null;
  onSelect(day: string | null): void;
}

export function Chart({ days, selected, onSelect }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 });
  const [pointed, setPointed] = useState<number | null>(null);
  const [current, setCurrent] = useState(days.length - 1);
  useLayoutEffect(() => {
    const own = frame.current;
    if (!own) return;
    const measure = () => setSize({ width: own.clientWidth, height: own.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(own);
    return () => observer.disconnect();
  }, []);

  const ticks = axisOf(Math.max(0, ...days.map((day) => day.total)));
  const top = ticks.at(-1) as number;
  const slot = Math.max(0, width - LEFT) / days.length;
  const bar = Math.max(1, Math.min(28, slot * 0.72));
  const y = (count: number) => TOP + (height - TOP - BOTTOM) * (1 - count / top);
  const x = (place: number) => LEFT + slot * (place + 0.5);
  const every = Math.max(1, Math.ceil(LABEL_ROOM / Math.max(slot, 0.1)));
  const place = Math.min(current, days.length - 1);
  const today = days.at(-1)?.day ?? '';
  const shown = pointed === null ? undefined : days[Math.min(pointed, days.length - 1)];

  const toggle = (day: Day | undefined) => day && onSelect(day.day === selected ? null : day.day);
  const placeAt = ({ clientX, currentTarget }: MouseEvent<Element>): number =>
    Math.max(
      0,
      Math.min(days.length - 1, Math.floor((clientX - currentTarget.getBoundingClientRect().left - LEFT) / slot)),
    );
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: place - 1,
      ArrowRight: place + 1,
      PageUp: place - 7,
      PageDown: place + 7,
      Home: 0,
      End: days.length - 1,
    };
    const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (step !== undefined) {
      const next = Math.max(0, Math.min(days.length - 1, step));
      setCurrent(next);
      setPointed(next);
    } else if (event.key === 'Enter' || event.key === ' ') toggle(days[place]);
    else return;
    event.preventDefault();
  };

  return (
    // in a low window the list below is more important
    <div ref={frame} className="relative h-33 [@media(height<800px)]:h-20">
      {width > 0 && (
        <svg
          width={width}
          height={height}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the days have keyboard navigation and can be chosen
          role="listbox"
          aria-label={messages.chart}
          aria-orientation="horizontal"
          aria-activedescendant={`day-${days[place]?.day}`}
          tabIndex={0}
          className="chart block cursor-pointer rounded-sm"
          onKeyDown={onKeyDown}
          onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setPointed(place)}
          onBlur={() => setPointed(null)}
          onPointerMove={(event) => setPointed(placeAt(event))}
          onPointerLeave={() => setPointed(null)}
          onClick={(event) => {
            const at = placeAt(event);
            setCurrent(at);
            toggle(days[at]);
          }}
        >
          <g aria-hidden className="axis">
            {ticks.map((tick) => (
              <g key={tick}>
                <line x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} />
                <text x={LEFT - 8} y={y(tick)} dy="0.35em" textAnchor="end">
                  {formatCount(tick)}
                </text>
              </g>
            ))}
            {days.map(
              (day, i) =>
                (days.length - 1 - i) % every === 0 &&
                x(i) > LEFT + 16 && (
                  <text key={day.day} x={Math.min(x(i), width - 18)} y={height - 5} textAnchor="middle">
                    {shortDay(day.day)}
                  </text>
                ),
            )}
          </g>
          {days.map((day, i) => {
            let below = 0;
            return (
              <g
                key={day.day}
                id={`day-${day.day}`}
                role="option"
                aria-selected={day.day === selected}
                aria-label={sentence(day, today)}
                className={`day ${abundance(day.total)} ${selected !== null && day.day !== selected ? 'dim' : ''} ${i === pointed ? 'pointed' : ''}`}
              >
                <rect className="hit" x={x(i) - slot / 2} y={TOP} width={slot} height={height - TOP - BOTTOM} />
                {KINDS.map((kind) => {
                  const count = day[kind];
                  const from = below;
                  below += count;
                  return (
                    count > 0 && (
                      <rect
                        key={kind}
                        className={kind}
                        x={x(i) - bar / 2}
                        y={y(from + count)}
                        width={bar}
                        height={Math.max(1, y(from) - y(from + count) - (slot > 6 ? 1 : 0))}
                      />
                    )
                  );
                })}
              </g>
            );
          })}
        </svg>
      )}
      {shown && pointed !== null && (
        <div
          aria-hidden
          className="pointer-events-none absolute top-0 z-20 w-44 rounded-md border border-line bg-panel px-2.5 py-1.5 text-sm shadow-float"
          style={{ left: Math.max(0, Math.min(width - 176, x(pointed) + (pointed > days.length / 2 ? -190 : 14))) }}
        >
          <b className="font-semibold">{dayLabel(shown.day, today, '')}</b>
          <dl className="mt-1 grid grid-cols-[1fr_auto] gap-y-0.5 tabular-nums">
            {LEGEND.map((kind) => (
              <div key={kind} className="contents text-soft">
                <dt>{messages.kinds[kind]}</dt>
                <dd className="text-right">{formatCount(shown[kind])}</dd>
              </div>
            ))}
            <dt className="font-semibold">{messages.chartTotal}</dt>
            <dd className="text-right font-semibold">{formatCount(shown.total)}</dd>
          </dl>
        </div>
      )}
    </div>
  );
}

const sentence = (day: Day, today: string): string =>
  [
    `${dayLabel(day.day, today, '')}: ${messages.total(day.total)}`,
    ...LEGEND.map((kind) => `${formatCount(day[kind])} ${messages.kinds[kind]}`),
  ].join(', ');
