// A usage as bar and number. The bar is for the eye; the number says it all.
import type { Grade } from '@belfry/domain/thresholds';

export interface MeterProps {
  /** 0–100; the bar stops at 100, the number does not. */
  percent: number;
  tone: Grade;
  /** Where the row's own alert fires, percent. */
  trigger?: number | undefined;
  caption?: string | undefined;
}

export function Meter({ percent, tone, trigger, caption }: MeterProps) {
  // in whole percents, as the number: less is not seen, and most updates change less
  const whole = Math.round(percent);
  return (
    <div className={`meter figure ${tone}${caption === undefined ? '' : ' captioned'}`}>
      <span className="track">
        <span className="bar">
          <span className="fill" style={{ transform: `translateX(${Math.min(100, Math.max(0, whole)) - 100}%)` }} />
        </span>
        {trigger !== undefined && trigger > 0 && trigger < 100 && (
          <span className="tick" style={{ left: `${trigger}%` }} />
        )}
      </span>
      <span className="num">{whole}%</span>
      {caption !== undefined && <span className="caption">{caption}</span>}
    </div>
  );
}
