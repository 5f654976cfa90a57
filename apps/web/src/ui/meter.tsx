// A usage as a bar and a number. The number alone says everything.
import type { Limit } from '@belfry/domain/alerts/thresholds';
import type { Grade } from '@belfry/domain/thresholds';
import { memo, useRef } from 'react';
import { limitText } from '../lib/limits.ts';
import { hint } from './hint.tsx';

export interface MeterProps {
  /** 0–100; the bar stops at 100, the number does not. */
  percent: number;
  tone: Grade;
  /** The threshold of this row's alert, in percent: a mark on the bar. */
  limit?: Limit | undefined;
  caption?: string | undefined;
}

/** Percentage points. A smaller step is only a pixel or two; a hundred animations at once take a tenth of a second. */
const VISIBLE_STEP = 3;

export const Meter = memo(function Meter({ percent, tone, limit, caption }: MeterProps) {
  // in whole percents, as the number: a smaller change cannot be seen, and most updates are smaller
  const whole = Math.round(percent);
  const glides = useStep(whole) >= VISIBLE_STEP;
  return (
    <div className={`meter figure ${tone}${caption === undefined ? '' : ' captioned'}`}>
      <span className="track">
        <span className="bar">
          <span
            className={glides ? 'fill glides' : 'fill'}
            style={{ transform: `translateX(${Math.min(100, Math.max(0, whole)) - 100}%)` }}
          />
        </span>
        {limit !== undefined && limit.trigger < 100 && <Tick limit={limit} />}
      </span>
      <span className="num">{whole}%</span>
      {caption !== undefined && <span className="caption">{caption}</span>}
    </div>
  );
});

const Tick = memo(function Tick({ limit }: { limit: Limit }) {
  const text = limitText(limit);
  return <span className="tick" style={{ left: `${limit.trigger}%` }} role="img" aria-label={text} {...hint(text)} />;
});

/** The size of the last change; 0 before the first. */
function useStep(value: number): number {
  const last = useRef({ value, step: 0 });
  if (last.current.value !== value) last.current = { value, step: Math.abs(value - last.current.value) };
  return last.current.step;
}
