// The values of the recent past in one line of a table. Neutral ink; only what is above the threshold has the colour of its severity.
import { memo } from 'react';
import { hint } from '../hint.tsx';
import { messages } from './messages.ts';
import { STRIP_HEIGHT, type StripValues, stripLevel, stripPaths, stripSummary } from './paths.ts';
import './strip.css';

export interface StripProps {
  /** What it shows, and of which time: "CPU, last hour". */
  name: string;
  /** The oldest first, in equal steps. NaN and null are gaps. A changed array must be a new one. */
  values: StripValues;
  /** A value with its unit, for people. Must be the same function with each render. */
  format(value: number): string;
  /** `percent` is drawn from 0 to 100; other units from the lowest to the highest value. */
  scale?: 'percent' | 'values';
  /** The part of the line from `trigger` on is marked: as a warning, or as critical when the value reached `critical`. */
  limit?: { trigger: number; critical?: number | undefined } | undefined;
  /** A dashed line at the threshold. */
  showsLimit?: boolean;
}

/** It is as wide as its container. Render it only where history exists: without values it is empty. */
export const Strip = memo(function Strip({
  name,
  values,
  format,
  scale = 'percent',
  limit,
  showsLimit = false,
}: StripProps) {
  const summary = stripSummary(values);
  if (!summary) return <span className="sr-only">{messages.empty(name)}</span>;
  const { lowest, highest, last } = summary;
  const trigger = limit?.trigger ?? Number.POSITIVE_INFINITY;
  const [least, most] =
    scale === 'percent' ? [0, 100] : [lowest, Number.isFinite(trigger) ? Math.max(highest, trigger) : highest];
  const { isCalm, line, above } = stripPaths(values, { least, most, trigger });
  const severity = highest >= (limit?.critical ?? Number.POSITIVE_INFINITY) ? 'crit' : 'warn';
  const width = Math.max(1, values.length - 1);
  const text = messages.summary(name, format(lowest), format(highest), format(last));
  return (
    <svg
      className="strip"
      viewBox={`0 0 ${width} ${STRIP_HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={text}
      {...hint(text)}
    >
      {showsLimit && Number.isFinite(trigger) && (
        <path className="limit" d={`M0 ${stripLevel(trigger, { least, most })}H${width}`} />
      )}
      <path className={isCalm ? 'calm' : undefined} d={line} />
      {above !== '' && <path className={severity} d={above} />}
    </svg>
  );
});
