// The line of a strip as SVG paths: a part in neutral ink, and the part above the threshold. Pure.

/** The height of a strip, in pixels. The line keeps a pixel free above and below, so that its stroke is not cut. */
export const STRIP_HEIGHT = 18;
const TOP = 1;
const BOTTOM = STRIP_HEIGHT - 1;

/** A value that is not known is NaN or null. */
export type StripValues = ArrayLike<number | null>;

export interface StripScale {
  least: number;
  most: number;
  /** Values from here on are above the threshold. */
  trigger: number;
}

export interface StripPaths {
  /** The value hardly moves: the line is level, and drawn pale. */
  isCalm: boolean;
  line: string;
  above: string;
}

/** Of the range; smaller movements are noise at this height. */
const CALM_SHARE = 0.12;

const isKnown = (value: number | null | undefined): value is number =>
  typeof value === 'number' && !Number.isNaN(value);

export interface StripSummary {
  lowest: number;
  highest: number;
  last: number;
}

/** Undefined when no value is known. */
export function stripSummary(values: StripValues): StripSummary | undefined {
  let summary: StripSummary | undefined;
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (!isKnown(value)) continue;
    summary = {
      lowest: Math.min(value, summary?.lowest ?? value),
      highest: Math.max(value, summary?.highest ?? value),
      last: value,
    };
  }
  return summary;
}

type Range = Pick<StripScale, 'least' | 'most'>;
const rangeOf = ({ least, most }: Range): number => most - least || 1;

/** Where a value is drawn, in pixels from the upper edge. */
export function stripLevel(value: number, range: Range): string {
  const share = Math.max(0, Math.min(1, (value - range.least) / rangeOf(range)));
  return (BOTTOM - share * (BOTTOM - TOP)).toFixed(1);
}

/** Each value is one unit further to the right. The line is interrupted where a value is not known. */
export function stripPaths(values: StripValues, scale: StripScale): StripPaths {
  const summary = stripSummary(values);
  if (!summary) return { isCalm: true, line: '', above: '' };
  const { least, most, trigger } = scale;
  const range = rangeOf(scale);
  const isCalm = summary.highest - summary.lowest < CALM_SHARE * range && summary.highest < trigger;
  const y = (value: number): string => stripLevel(value, { least, most });

  const pens = { line: '', above: '' };
  let pen: keyof typeof pens | undefined;
  const draw = (next: keyof typeof pens, x: number, value: number, isStart: boolean) => {
    pens[next] += `${isStart ? 'M' : 'L'}${Number(x.toFixed(2))} ${y(value)}`;
    pen = next;
  };
  for (let at = 0; at < values.length; at++) {
    const read = values[at];
    if (!isKnown(read)) {
      pen = undefined;
      continue;
    }
    const value = isCalm ? summary.last : read;
    const next = value >= trigger ? 'above' : 'line';
    if (pen === undefined) {
      draw(next, at, value, true);
      // a value between two gaps is a dot
      if (!isKnown(values[at + 1])) draw(next, at, value, false);
      continue;
    }
    if (next !== pen) {
      const before = values[at - 1] as number;
      const crossing = at - 1 + (trigger - before) / (value - before);
      draw(pen, crossing, trigger, false);
      draw(next, crossing, trigger, true);
    }
    draw(next, at, value, false);
  }
  return { isCalm, ...pens };
}
