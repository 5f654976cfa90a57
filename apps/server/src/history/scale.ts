// Values are stored as whole numbers: how a value becomes one and back, by the precision of its metric.
import type { Precision } from '@belfry/schema/history/metrics';

/** Of a value that was not measured. */
export const MISSING = -(2 ** 31);
/** So that the difference of two numbers fits into 32 bits. */
const MOST = 2 ** 30 - 1;

/** A larger value never has a smaller number, and `decode(encode(v))` differs from `v` by half a step at most. */
export interface Scale {
  encode(value: number): number;
  /** NaN for `MISSING`. */
  decode(code: number): number;
}

/**
 * For `digits` the numbers count steps of equal ratio, because values of some bytes and of many gigabytes occur in one column.
 * With three digits a step is 1 percent of `1 + |value|`. Such steps need two bits less than decimal digits of the same error.
 */
export function scaleOf(precision: Precision): Scale {
  if ('digits' in precision) {
    const ratio = Math.log1p(10 ** (1 - precision.digits));
    return scale(
      (value) => Math.sign(value) * Math.round(Math.log1p(Math.abs(value)) / ratio),
      (code) => Math.sign(code) * Math.expm1(Math.abs(code) * ratio),
    );
  }
  const { step } = precision;
  // A division gives 0.3 where 3 * 0.1 gives 0.30000000000000004.
  const perUnit = Math.round(1 / step);
  return scale(
    (value) => Math.round(value / step),
    (code) => (step < 1 ? code / perUnit : code * step),
  );
}

const scale = (round: (value: number) => number, decode: (code: number) => number): Scale => ({
  encode: (value) => (Number.isFinite(value) ? Math.min(MOST, Math.max(-MOST, round(value))) : MISSING),
  decode: (code) => (code === MISSING ? Number.NaN : decode(code)),
});
