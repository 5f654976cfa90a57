// A percentage is rounded in one way, by `wholePercent`: two screens that show the same figure show the same number.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const sources = ['apps/web/src/**/*.{ts,tsx}', 'apps/cli/src/**/*.ts', 'apps/server/src/{alerting,notify}/**/*.ts'];
const OTHERWISE =
  /(?:Math\.(?:round|ceil)\([^()]*(?:percent|usage|\bcpu\b|\* 100|progress)|(?:percent|usage|\bcpu\b)[\w.]*\.toFixed\()/i;
/** The width of a bar is no text. */
const isWidth = (line: string): boolean => /width: /.test(line);

const roundsOtherwise = (line: string): boolean => OTHERWISE.test(line) && !isWidth(line);

test('no text rounds a percentage in its own way', () => {
  const files = sources
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !/\.test\.|\/testing\//.test(file));
  expect(files.length).toBeGreaterThan(800);
  const wrong = files.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, n) => (roundsOtherwise(line) ? [`${file}:${n + 1}: ${line.trim()}`] : [])),
  );
  expect(wrong).toEqual([]);
});

test('what it looks for', () => {
  for (const line of [
    'Math.round(percent)',
    'Math.round(cpu * 100)',
    'report.usage.toFixed(0)',
    'Math.ceil(done * 100)',
  ])
    expect(roundsOtherwise(line), line).toBe(true);
  for (const line of ['wholePercent(percent)', 'Math.round(value)', 'width: Math.round(share * 100)'])
    expect(roundsOtherwise(line), line).toBe(false);
});
