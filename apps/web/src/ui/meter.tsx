// A usage as a bar and a number. The number alone says everything.
import type { Grade } from '@belfry/domain/thresholds';
import { memo, useRef } from 'react';

export interface MeterProps {
  /** 0–100; the bar stops at 100, the number does not. */
  percent: number;
  tone: Grade;
  /** The threshold of this row's alert, in percent. */
  trigger?: number | undefined;
  caption?: string | undefined;
}

/** Percentage points. A smaller step is only a pixel or two; a hundred animations at once take a tenth of a second. */
const VISIBLE_STEP = 3;

export const Meter = memo(function Meter({ percent, tone, trigger, caption }: MeterProps) {
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
        {trigger !== undefined && trigger > 0 && trigger < 100 && (
          <span className="tick" style={{ left: `${trigger}%` }} />
        )}
      </span>
      <span className="num">{whole}%</span>
      {caption !== undefined && <span className="caption">{caption}</span>}
    </div>
  );
});

/** The size of the last change; 0 before the first. */
function useStep(value: number): number {
  const last = useRef({ value, step: 0 });
  if (last.current.value !== value) last.current = { value, step: Math.abs(value - last.current.value) };
  return last.current.step;
}
