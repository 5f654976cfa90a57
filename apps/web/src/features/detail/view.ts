// What the page of a resource shows: a span of time up to now, or a part of it that the user chose.
import { type ViewOf, viewCodec } from '../../lib/view/codec.ts';
import { choice, type Param } from '../../lib/view/param.ts';

export const ranges = ['1h', '6h', '24h', '7d', '30d', '1y'] as const;
type Range = (typeof ranges)[number];

/** Epoch ms. */
export interface Span {
  from: number;
  to: number;
}

/** Two values in the store are ten seconds apart. */
export const SHORTEST_SPAN_MS = 2 * 60_000;

/** In whole seconds: `1767225600-1767229200`. */
const span = (): Param<Span | null> => ({
  fallback: null,
  parse(given) {
    const found = /^(\d{1,11})-(\d{1,11})$/.exec(given);
    const [from, to] = [Number(found?.[1]) * 1000, Number(found?.[2]) * 1000];
    return found && to - from >= SHORTEST_SPAN_MS ? { from, to } : undefined;
  },
  format: (value) => (value ? `${Math.floor(value.from / 1000)}-${Math.ceil(value.to / 1000)}` : ''),
  change: 'step',
});

export const detailCodec = viewCodec({ range: choice(ranges, '24h'), zoom: span() });
export type DetailView = ViewOf<typeof detailCodec>;

const HOUR_MS = 3_600_000;
export const rangeMs: Record<Range, number> = {
  '1h': HOUR_MS,
  '6h': 6 * HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
  '30d': 30 * 24 * HOUR_MS,
  '1y': 365 * 24 * HOUR_MS,
};
