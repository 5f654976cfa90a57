import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createGzip } from './gzipped-text.ts';
import { createListWriter, JsonText } from './json-text.ts';
import { atOnce } from './long-work.ts';

const guests = (count: number, changed = -1) =>
  Array.from({ length: count }, (_, n) => ({ id: `dc-${n}`, notes: 'x'.repeat(400), cpu: n === changed ? 1 : 0 }));

const unpacked = (buffers: readonly Buffer[]): string => gunzipSync(Buffer.concat(buffers)).toString();

test('a text in several buffers is one gzip file', async () => {
  const text = new JsonText([Buffer.from('["a",'), Buffer.alloc(10_000, ' '), Buffer.from('"ü"]')]);
  expect(unpacked(await createGzip()(text))).toBe(`["a",${' '.repeat(10_000)}"ü"]`);
});

test('what did not change since the last text is not compressed again', async () => {
  let compressed = 0;
  const gzip = createGzip(() => compressed++);
  const write = createListWriter();
  const list = guests(320);
  await gzip(new JsonText(atOnce(write(list))));
  const first = compressed;
  const changed = list.map((guest, n) => (n === 40 ? { ...guest, cpu: 1 } : guest));
  const text = new JsonText(atOnce(write(changed)));
  const [answer, same] = await Promise.all([gzip(text), gzip(text)]);
  expect([first, compressed - first]).toEqual([11, 2]);
  expect(same).toBe(answer);
  expect(JSON.parse(unpacked(answer))).toEqual(changed);
});
