// A usage as a bar and a number. The number alone says everything.
import type { Limit } from '@belfry/domain/alerts/thresholds';
import type { Grade } from '@belfry/domain/thresholds';
import { type CSSProperties, memo, useRef } from 'react';
import { limitText } from '../lib/limits.ts';
import { shallowAlike } from '../lib/shallow-alike.ts';
import { hint } from './hint.tsx';

export interface MeterProps {
  /** 0–100; the bar stops at 100, the number does not. */
  percent: number;
  tone: Grade;
  /** The threshold of this row's alert, in percent: a mark on the bar. */
  limit?: Limit | undefined;
  caption?: string | undefined;
}

/** Percentage points. A smaller step is a few pixels, and one animation costs as much as an update of all rows in view. */
const VISIBLE_STEP = 10;

function WholeMeter({ percent, tone, limit, caption }: MeterProps) {
  const whole = Math.round(percent);
  const length = Math.min(100, Math.max(0, whole));
  const before = useBefore(length);
  const glides = length > 0 && Math.abs(length - before) >= VISIBLE_STEP;
  const size = { backgroundSize: `${length}% 100%` };
  return (
    <div className={`meter figure ${tone}${caption === undefined ? '' : ' captioned'}`}>
      <span className="track">
        {/* with another key the animation starts anew */}
        {glides ? (
          <span key={length} className="fill glides" style={{ ...size, '--from': before / length } as CSSProperties} />
        ) : (
          <span className="fill" style={size} />
        )}
        {limit !== undefined && limit.trigger < 100 && <Tick limit={limit} />}
      </span>
      <span className="num">{whole}%</span>
      {caption !== undefined && <span className="caption">{caption}</span>}
    </div>
  );
}

/** It renders again for another number only: a smaller change cannot be seen, and most updates are smaller. */
export const Meter = memo(
  WholeMeter,
  ({ percent: before, ...old }, { percent, ...own }) =>
    Math.round(before) === Math.round(percent) && shallowAlike(old, own),
);

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

/** The value before the last change; before the first change the value itself. */
function useBefore(value: number): number {
  const last = useRef({ value, before: value });
  if (last.current.value !== value) last.current = { value, before: last.current.value };
  return last.current.before;
}
