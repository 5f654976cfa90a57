// With the real worker.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createJoin, piecesOf } from './json-pieces.ts';
import { createLargeJson } from './large-json.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const joined = (value: unknown) => {
  const join = createJoin();
  for (const piece of piecesOf(value)) join.add(piece);
  return join.value();
};

test('a value comes back from its pieces as it was', () => {
  const long = fc.array(fc.jsonValue({ maxDepth: 1 }), { minLength: 90, maxLength: 120 });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.jsonValue({ maxDepth: 4 }),
        fc.record({ data: long }),
        fc.record({ data: fc.record({ data: long }) }),
      ),
      (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(joined(JSON.parse(text)))).toBe(text);
      },
    ),
  );
});

test('a key such as __proto__ changes no prototype', () => {
  const value: unknown = joined(JSON.parse('{"data":{"__proto__":{"a":1}}}'));
  expect(JSON.stringify(value)).toBe('{"data":{"__proto__":{"a":1}}}');
  expect(Object.getPrototypeOf(Reflect.get(value as object, 'data'))).toBe(Object.prototype);
});

test('a large answer is parsed in the worker, and the server does other things between its pieces', async () => {
  const rows = Array.from({ length: 20_000 }, (_, vmid) => ({
    vmid,
    name: `guest ${vmid}`,
    status: 'running',
    cpu: 0.5,
  }));
  let turns = 0;
  const counting = setInterval(() => turns++, 0);
  const found = await createLargeJson()(bytesOf(JSON.stringify({ data: rows })));
  clearInterval(counting);
  expect(found).toEqual({ json: { data: rows } });
  expect(turns).toBeGreaterThan(5);
});

test('what is no JSON, has one huge entry, or needs too much memory is an answer too, and the next one is parsed', async () => {
  const parse = createLargeJson({ heapMegabytes: 24 });
  expect(await parse(bytesOf('{"data":['))).toBe('no-json');
  expect(await parse(bytesOf(JSON.stringify({ data: ['x'.repeat(2 << 20)] })))).toBe('too-large');
  expect(await parse(bytesOf(`{"data":[${'{"a":{"b":[]}},'.repeat(1_000_000)}0]}`))).toBe('too-large');
  expect(await parse(bytesOf('{"data":[1]}'))).toEqual({ json: { data: [1] } });
});
