import { ok } from '@belfry/domain/result';
import { RemoteHistoryConfig } from '@belfry/schema/history/remote';
import { expect, test } from 'vitest';
import { createLargeJson } from '../../lib/large-json.ts';
import { createAsk } from './ask.ts';

/** Questions to an engine that answers with `body`, and how many of its answers another thread parsed. */
function asking(body: string) {
  const large: number[] = [];
  const parse = createLargeJson();
  const ask = createAsk({
    config: () => RemoteHistoryConfig.parse({ url: 'https://metrics.example' }),
    request: () => Promise.resolve(ok({ status: 200, headers: {}, body })),
    signal: new AbortController().signal,
    parse: (bytes) => {
      large.push(bytes.length);
      return parse(bytes);
    },
  });
  return { range: () => ask.range('up', { from: 0, to: 60_000, stepMs: 60_000 }), large };
}
const answer = (series: unknown[]) => JSON.stringify({ status: 'success', data: { result: series } });
const oneSeries = (id: string, points: number) => ({
  metric: { id },
  values: Array.from({ length: points }, (_, i) => [i * 60, `${i}.25`]),
});

test('a large answer is parsed in another thread and has the rows of a small one', async () => {
  const small = asking(answer([oneSeries('a', 100)]));
  const large = asking(answer(Array.from({ length: 120 }, (_, i) => oneSeries(`${i}`, 1000))));
  expect(await small.range()).toHaveLength(1);
  const rows = await large.range();
  expect(rows).toHaveLength(120);
  expect(rows[119]?.points[999]).toEqual([999 * 60_000, 999.25]);
  expect([small.large.length, large.large.length]).toEqual([0, 1]);
});

test('an answer of many megabytes of empty objects is refused before any of it is parsed', async () => {
  const hostile = asking(`{"data":{"result":[${'{},'.repeat(10_000_000)}{}]}}`);
  await expect(hostile.range()).rejects.toThrow('The answer of the engine is too large.');
  expect(hostile.large).toEqual([]);
});
