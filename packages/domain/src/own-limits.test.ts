import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as limits from './own-limits.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../../docs/site/guide/resource-contract.md'), 'utf8');
/** A row of the table of costs, without the spaces that only align it. */
const row = (beginning: string): string => {
  const found = page.split('\n').find((line) => line.startsWith(`| ${beginning}`));
  if (!found) throw new Error(`the page about the resource contract has no row "${beginning}"`);
  return found.replaceAll(/ +/g, ' ');
};
const mib = (bytes: number): string => `≤ ${bytes / 2 ** 20} MiB`;

test('the page about the resource contract promises these limits', () => {
  const { MEMORY, MEMORY_OF_HISTORY } = limits;
  expect(row('calls a minute to a cluster, fast loop')).toContain(`| ≤ ${limits.MAX_FAST_CALLS} |`);
  expect(row('resident memory')).toContain(`(contract: ${mib(MEMORY.upTo1000)}, ${mib(MEMORY.at10000)})`);
  expect(row('more of it with the history')).toContain(`| + ${MEMORY_OF_HISTORY / 2 ** 20} MB |`);
  expect(row('bytes to one browser in 10 s')).toContain(`| ≤ ${limits.MAX_SENT_IN_10_S / 1000} KB |`);
  expect(row('history: written a day by 100 guests')).toContain(`| ≤ ${limits.WRITTEN_A_DAY_BY_HISTORY / 1e6} MB |`);
});

test('the limits grow with guests and browsers', () => {
  expect([100, 1000, 10_000].map((guests) => limits.mostMemory(guests) / 2 ** 20)).toEqual([175, 175, 355]);
  expect(limits.mostWritten(50) * 86_400).toBe(60e6);
  expect(limits.mostWritten(200) * 86_400).toBe(120e6);
  expect([limits.mostSent(80, 0), limits.mostSent(2000, 3)]).toEqual([2000, 12_000]);
});
