import { describe, expect, test } from 'vitest';
import { stripPaths, stripSummary } from './paths.ts';

const percent = { least: 0, most: 100, trigger: 80 };

describe('the line of a strip', () => {
  test('only the part from the threshold on is drawn apart, from the place where the line crosses it', () => {
    expect(stripPaths([0, 60, 100, 60], percent)).toEqual({
      isCalm: false,
      line: 'M0 17.0L1 7.4L1.5 4.2M2.5 4.2L3 7.4',
      above: 'M1.5 4.2L2 1.0L2.5 4.2',
    });
  });

  test('a gap stays a gap, and a single value between two gaps is a dot', () => {
    expect(stripPaths([0, 50, Number.NaN, 50, null, 0, 50], percent).line).toBe(
      'M0 17.0L1 9.0M3 9.0L3 9.0M5 17.0L6 9.0',
    );
  });

  test('a value that hardly moves is a level line, unless it is above the threshold', () => {
    expect(stripPaths([50, 51, 49], percent)).toEqual({ isCalm: true, line: 'M0 9.2L1 9.2L2 9.2', above: '' });
    expect(stripPaths([81, 82, 81], percent)).toMatchObject({ isCalm: false, line: '' });
  });

  test('values outside the range stay inside the strip', () => {
    expect(stripPaths([-50, 250], { ...percent, trigger: Number.POSITIVE_INFINITY }).line).toBe('M0 17.0L1 1.0');
  });

  test('without any value there is no line', () => {
    expect(stripPaths([Number.NaN, null], percent)).toEqual({ isCalm: true, line: '', above: '' });
    expect(stripSummary([])).toBeUndefined();
  });
});

test('the summary is the lowest, the highest and the last known value', () => {
  expect(stripSummary([5, 1, Number.NaN, 9, 4, null])).toEqual({ lowest: 1, highest: 9, last: 4 });
});
