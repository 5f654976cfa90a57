// Counts over time as bars of several parts, with axes and a tooltip. Tab reaches one bar, the arrows move between bars, and
// Enter chooses one.

import { type KeyboardEvent, type MouseEvent, startTransition, useLayoutEffect, useRef, useState } from 'react';
import { formatCount } from '../../lib/language/format.ts';
import { axisOf, labelledBars } from './axis.ts';
import { type Bar, totalOf } from './bar.ts';
import { BarTip } from './bar-tip.tsx';

/** Pixels. */
const BOTTOM = 20;
const TOP = 8;
/** The minimum distance of two labels on the time axis, in pixels. */
const LABEL_ROOM = 72;

interface BarChartProps {
  label: string;
  bars: readonly Bar[];
  /** The key of a bar. */
  selected: string | null;
  onSelect(key: string | null): void;
  /** The sum of a bar, for people. */
  totalText(total: number): string;
}

export function BarChart({ label, bars, selected, onSelect, totalText }: BarChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 });
  const [pointed, setPointed] = useState<number | null>(null);
  const [current, setCurrent] = useState(bars.length - 1);
  useLayoutEffect(() => {
    const own = frame.current;
    if (!own) return;
    // The first size shows all bars, which is much work but not urgent. Later they follow the window at once.
    let update = startTransition;
    const measure = () => {
      const next = { width: own.clientWidth, height: own.clientHeight };
      update(() => setSize(next));
      update = (change) => change();
    };
    const observer = new ResizeObserver(measure);
    observer.observe(own);
    return () => observer.disconnect();
  }, []);

  const ticks = axisOf(Math.max(0, ...bars.map(totalOf)));
  const top = ticks.at(-1) as number;
  const left = roomOf(formatCount(top));
  const slot = Math.max(0, width - left) / bars.length;
  const thickness = Math.max(1, Math.min(28, slot * 0.72));
  const y = (count: number) => TOP + (height - TOP - BOTTOM) * (1 - count / top);
  const x = (place: number) => left + slot * (place + 0.5);
  const labelled = labelledBars(
    bars.map(({ short }) => short),
    slot,
    LABEL_ROOM,
  );
  const place = Math.min(current, bars.length - 1);
  const pointedBar = pointed === null ? undefined : bars[Math.min(pointed, bars.length - 1)];

  const toggle = (bar: Bar | undefined) => bar && onSelect(bar.key === selected ? null : bar.key);
  const placeAt = ({ clientX, currentTarget }: MouseEvent<Element>): number =>
    Math.max(
      0,
      Math.min(bars.length - 1, Math.floor((clientX - currentTarget.getBoundingClientRect().left - left) / slot)),
    );
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: place - 1,
      ArrowRight: place + 1,
      PageUp: place - 7,
      PageDown: place + 7,
      Home: 0,
      End: bars.length - 1,
    };
    const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (step !== undefined) {
      const next = Math.max(0, Math.min(bars.length - 1, step));
      setCurrent(next);
      setPointed(next);
    } else if (event.key === 'Enter' || event.key === ' ') toggle(bars[place]);
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
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the bars have keyboard navigation and can be chosen
          role="listbox"
          aria-label={label}
          aria-orientation="horizontal"
          aria-activedescendant={`bar-${bars[place]?.key}`}
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
            toggle(bars[at]);
          }}
        >
          <g aria-hidden className="axis">
            {ticks.map((tick) => (
              <g key={tick}>
                <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
                <text x={left - 8} y={y(tick)} dy="0.35em" textAnchor="end">
                  {formatCount(tick)}
                </text>
              </g>
            ))}
            {bars.map(
              (bar, i) =>
                labelled.has(i) &&
                x(i) > left + 16 && (
                  <text key={bar.key} x={Math.min(x(i), width - 18)} y={height - 5} textAnchor="middle">
                    {bar.short}
                  </text>
                ),
            )}
          </g>
          {bars.map((bar, i) => {
            let below = 0;
            return (
              <g
                key={bar.key}
                id={`bar-${bar.key}`}
                role="option"
                aria-selected={bar.key === selected}
                aria-label={sentence(bar, totalText)}
                className={`day ${bar.className ?? ''} ${selected !== null && bar.key !== selected ? 'dim' : ''} ${i === pointed ? 'pointed' : ''}`}
              >
                <rect className="hit" x={x(i) - slot / 2} y={TOP} width={slot} height={height - TOP - BOTTOM} />
                {bar.parts.map(({ kind, count }) => {
                  const from = below;
                  below += count;
                  return (
                    count > 0 && (
                      <rect
                        key={kind}
                        className={kind}
                        x={x(i) - thickness / 2}
                        y={y(from + count)}
                        width={thickness}
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
      {pointedBar && pointed !== null && (
        <BarTip
          bar={pointedBar}
          left={Math.max(0, Math.min(width - 192, x(pointed) + (pointed > bars.length / 2 ? -206 : 14)))}
        />
      )}
    </div>
  );
}

const sentence = (bar: Bar, totalText: BarChartProps['totalText']): string =>
  [
    `${bar.name}: ${totalText(totalOf(bar))}`,
    ...bar.parts.toReversed().map(({ name, count }) => `${formatCount(count)} ${name}`),
  ].join(', ');

/** The room for the labels of the axis, the longest of which is that of its end. Pixels. */
const roomOf = (label: string): number => Math.max(34, 12 + 6.5 * label.length);
