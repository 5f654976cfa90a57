// The figures of the guide about forecasts are those of a run of the bench, and good enough.
import { expect, test } from 'vitest';
import { forecastFigures } from './forecast-figures.ts';
import { withParts } from './made-parts.ts';

test('the interval holds the truth in 75 to 85 % of cases, and what does not grow has no date', () => {
  const { all, imported, invented, disks } = forecastFigures();
  for (const { said, held } of [all, ...invented, ...disks].filter((each) => each.said > 0)) {
    expect(held / said).toBeGreaterThanOrEqual(0.75);
    expect(held / said).toBeLessThanOrEqual(0.85);
  }
  const dates = new Map(imported.map(({ shape, said }) => [shape, said]));
  expect([dates.get('flat'), dates.get('step')]).toEqual([0, 0]);
  expect(all.said).toBeGreaterThan(1000);
});

test('the guide shows them', () => {
  const { all } = forecastFigures();
  expect(withParts('[[forecasts]]')).toContain(`**${((all.held / all.said) * 100).toFixed(1)} %**`);
});
