// How full a datastore was and will be, as a line: 30 days back, 90 days ahead. The columns beside it say the same in words.
import type { Fill } from '@belfry/domain/forecast/fill';
import { type Growth, PAST_MS, perDayOf } from './use-growth.ts';

const AHEAD_MS = 90 * 86_400_000;
const [WIDTH, HEIGHT] = [116, 20];
/** Pixels: about two days. */
const MIN_WIDTH = 2;

interface FillTrendProps {
  growth: Growth;
  used: number;
  total: number;
  now: number;
}

export function FillTrend({ growth: { past, forecast }, used, total, now }: FillTrendProps) {
  const perDay = perDayOf(forecast);
  const x = (at: number) => ((at - now + PAST_MS) / (PAST_MS + AHEAD_MS)) * WIDTH;
  const y = (bytes: number) => (1 - Math.min(1, Math.max(0, bytes / total))) * (HEIGHT - 2) + 1;
  const point = ({ at, used: bytes }: Fill) => `${x(at).toFixed(1)},${y(bytes).toFixed(1)}`;
  const [first, last] = [past[0], past.at(-1)];
  // a past of a few hours is a dot, which says nothing
  if (!first || !last || x(last.at) - x(first.at) < MIN_WIDTH) return null;
  const isToFill = perDay !== undefined && perDay > 0;
  const fullInMs = isToFill ? ((total - used) / perDay) * 86_400_000 : Number.POSITIVE_INFINITY;
  const end = { at: now + Math.min(AHEAD_MS, fullInMs), used: 0 };
  end.used = used + ((perDay ?? 0) * (end.at - now)) / 86_400_000;
  return (
    <svg className="fill-trend" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <path className="now" d={`M${x(now)} 0V${HEIGHT}`} />
      <polyline points={past.map(point).join(' ')} />
      {perDay !== undefined && <path className="ahead" d={`M${point({ at: now, used })}L${point(end)}`} />}
      {fullInMs < AHEAD_MS && <path className="end" d={`M${x(end.at)} ${y(total) - 3}l3 3l-3 3l-3 -3z`} />}
    </svg>
  );
}
