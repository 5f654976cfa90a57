import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openStream, sealStream } from './sealed-stream.ts';

const cheap = { memory: 8, passes: 1, parallelism: 1 };
const CHUNK = 64 * 1024;
const PASSPHRASE = 'correct horse battery';
const seal = (content: Buffer, pieces = [content]) =>
  buffer(Readable.from(sealStream(PASSPHRASE, cheap)(Readable.from(pieces))));
const open = (sealed: Buffer, passphrase = PASSPHRASE) =>
  buffer(Readable.from(openStream(passphrase)(Readable.from([sealed])))).catch((error: Error) => error.message);
const CHANGED = 'It was changed, or it is not complete.';

test.for([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])('%i bytes come back as they were', async (size) => {
  const content = randomBytes(size);
  const sealed = await seal(content, [content.subarray(0, 7), content.subarray(7)]);
  expect(await open(sealed)).toEqual(content);
  if (size > 100) expect(sealed.includes(content.subarray(0, 32))).toBe(false);
});

test('a file that was cut off is refused, also where a chunk ends', async () => {
  const sealed = await seal(randomBytes(3 * CHUNK));
  const head = sealed.indexOf('\n') + 1;
  const chunk = CHUNK + 16;
  for (const length of [head, head + 5, head + chunk, head + 2 * chunk, sealed.length - 1])
    expect(await open(sealed.subarray(0, length))).toBe(CHANGED);
  for (const length of [0, 10, head - 1])
    expect(await open(sealed.subarray(0, length))).toBe('It is no backup of Belfry, or it is damaged.');
});

test('a changed byte is refused wherever it is; chunks can be neither exchanged nor added', async () => {
  const sealed = await seal(randomBytes(2 * CHUNK + 100));
  const places = [0, 16, 20, 30, 60, 90, 1000, CHUNK, 2 * CHUNK, sealed.length - 1];
  for (const place of places) {
    const changed = Buffer.from(sealed);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect(await open(changed)).toEqual(expect.any(String));
  }
  const head = sealed.indexOf('\n') + 1;
  const chunk = CHUNK + 16;
  const part = (from: number, to?: number) =>
    sealed.subarray(head + from * chunk, to === undefined ? undefined : head + to * chunk);
  const start = sealed.subarray(0, head);
  expect(await open(Buffer.concat([start, part(1, 2), part(0, 1), part(2)]))).toBe(CHANGED);
  expect(await open(Buffer.concat([start, part(1)]))).toBe(CHANGED);
  expect(await open(Buffer.concat([sealed, part(0)]))).toBe(CHANGED);
});

test('a wrong passphrase, a newer format and another kind of file have errors of their own', async () => {
  const sealed = await seal(Buffer.from('content'));
  expect(await open(sealed, 'correct horse batterY')).toBe('The passphrase is wrong.');
  const newer = Buffer.from(sealed.toString('latin1').replace('belfry-backup1.', 'belfry-backup2.'), 'latin1');
  expect(await open(newer)).toBe('It was made by a newer Belfry. Install that version first.');
  expect(await open(randomBytes(500))).toBe('It is no backup of Belfry, or it is damaged.');
});

test('a file that asks for more memory than a backup needs is refused before any is taken', async () => {
  const sealed = await seal(Buffer.from('content'));
  const greedy = Buffer.from(sealed.toString('latin1').replace('.8.1.1.', '.9999999.1.1.'), 'latin1');
  expect(await open(greedy)).toBe('It is no backup of Belfry, or it is damaged.');
});
