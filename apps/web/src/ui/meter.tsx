// A usage as a bar and a number. The number alone says everything.

import type { Limit } from '@belfry/domain/alerts/thresholds';
import type { Grade } from '@belfry/domain/thresholds';
import { memo, type Ref, useLayoutEffect, useRef } from 'react';
import { wholePercent } from '../lib/language/format.ts';
import { limitText } from '../lib/limits.ts';
import { shallowAlike } from '../lib/shallow-alike.ts';
import { writeClass, writeText } from '../lib/write.ts';
import { hint } from './hint.tsx';

export interface MeterFigures {
  /** 0–100; the bar stops at 100, the number does not. */
  percent: number;
  tone: Grade;
  caption?: string | undefined;
}

interface MeterParts {
  /** The threshold of this row's alert, in percent: a mark on the bar. */
  limit?: Limit | undefined;
  captioned?: boolean;
}

export type MeterProps = MeterFigures & Pick<MeterParts, 'limit'>;

/** A meter whose figures are props. */
function WholeMeter({ limit, ...figures }: MeterProps) {
  const meter = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => paintMeter(meter.current, figures));
  return <EmptyMeter ref={meter} limit={limit} captioned={figures.caption !== undefined} />;
}

/** It renders again for another number only: a smaller change cannot be seen, and most updates are smaller. */
export const Meter = memo(
  WholeMeter,
  ({ percent: before, ...old }, { percent, ...own }) =>
    wholePercent(before) === wholePercent(percent) && shallowAlike(old, own),
);

/** The parts of a meter. `paintMeter` writes its figures. */
export const EmptyMeter = ({ ref, limit, captioned = false }: MeterParts & { ref: Ref<HTMLDivElement> }) => (
  <div ref={ref}>
    <span className="track">
      <span className="fill" />
      {limit !== undefined && limit.trigger < 100 && <Tick limit={limit} />}
    </span>
    <span className="num" />
    {captioned && <span className="caption" />}
  </div>
);

/** Percentage points. A smaller step is a few pixels, and one animation costs as much as an update of all rows in view. */
const VISIBLE_STEP = 10;

/** Writes figures into the parts, without a render: hundreds of meters change with one update. */
export function paintMeter(meter: HTMLElement | null, { percent, tone, caption }: MeterFigures): void {
  const [track, number, text] = meter?.children ?? [];
  const fill = track?.firstElementChild;
  if (!meter || !number || !(fill instanceof HTMLElement)) return;
  const whole = wholePercent(percent);
  writeText(number, `${whole}%`);
  if (text) writeText(text, caption ?? '');
  writeClass(meter, `meter figure ${tone}${text ? ' captioned' : ''}`);
  const length = Math.min(100, Math.max(0, whole));
  const before = Number.parseFloat(fill.style.backgroundSize);
  if (length === before) return;
  fill.style.backgroundSize = `${length}% 100%`;
  if (length > 0 && Math.abs(length - before) >= VISIBLE_STEP) glide(fill, before / length);
}

/** The bar starts at this share of its new length. */
function glide(fill: HTMLElement, share: number): void {
  if (matchMedia('(prefers-reduced-motion)').matches) return;
  fill.animate([{ transform: `scaleX(${share})` }, { transform: 'none' }], { duration: 500, easing: 'ease-out' });
}

const Tick = memo(function Tick({ limit }: { limit: Limit }) {
  const text = limitText(limit);
  return (
    <span
      className="tick"
      style={{ marginLeft: `calc(${limit.trigger}% - 5px)` }}
      role="img"
      aria-label={text}
      {...hint(text)}
    />
  );
});
