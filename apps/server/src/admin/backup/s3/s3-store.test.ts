// Backups in a real engine that speaks S3.

import { once } from 'node:events';
import { createReadStream, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { tempDir } from '../../../db/testing/temp-store.ts';
import { systemClock } from '../../../lib/clock.ts';
import { createLogger } from '../../../lib/logger.ts';
import { createBackups } from '../backups.ts';
import { ask } from './s3-request.ts';
import { createS3Store } from './s3-store.ts';
import { startS3Engine } from './testing/s3-engine.ts';

const { signal } = new AbortController();
const nameAt = (day: number) => `belfry-1.2.3+build-202601${String(day).padStart(2, '0')}T033000Z.belfry-backup`;

function made(content: string | Buffer) {
  const file = path.join(tempDir(), 'made');
  writeFileSync(file, content);
  return { file, sizeBytes: Buffer.byteLength(content) };
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('what is put there is listed, is read again with the same bytes, and can be removed', async () => {
  const store = createS3Store(await startS3Engine(), systemClock);
  expect(await store.list(signal)).toEqual([]);
  const content = Buffer.alloc(300_000, 'content');
  await store.add(made(content), nameAt(1), signal);
  await store.add(made('second'), nameAt(2), signal);
  expect(await store.list(signal)).toEqual([
    { file: nameAt(2), at: '2026-01-02T03:30:00.000Z', sizeBytes: 6, version: '1.2.3+build' },
    { file: nameAt(1), at: '2026-01-01T03:30:00.000Z', sizeBytes: 300_000, version: '1.2.3+build' },
  ]);
  expect((await buffer(store.read(nameAt(1)))).equals(content)).toBe(true);
  await store.remove(nameAt(1), signal);
  expect((await store.list(signal)).map(({ file }) => file)).toEqual([nameAt(2)]);
});

// The engine cannot make its own tokens here: it uses DES, which OpenSSL does not have any more.
test('a list of more than one page is read to its end', async () => {
  const asked: (string | null)[] = [];
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://here');
    asked.push(searchParams.get('prefix'), searchParams.get('continuation-token'));
    const page = asked.length / 2;
    const next = page < 3 ? `<NextContinuationToken>1/+ &amp;=${page}</NextContinuationToken>` : '';
    const contents = `<Contents><Key>${nameAt(page)}</Key><Size>7</Size></Contents>`;
    const more = `<IsTruncated>${page < 3}</IsTruncated>`;
    response.end(`<?xml version="1.0"?>\n<ListBucketResult>${next}${more}${contents}</ListBucketResult>`);
  });
  const config = { ...(await startS3Engine()), url: await listen(server), prefix: '' };
  const listed = await createS3Store(config, systemClock).list(signal);
  expect(listed.map(({ file }) => file)).toEqual([nameAt(3), nameAt(2), nameAt(1)]);
  expect(asked).toEqual(['belfry-', null, 'belfry-', '1/+ &=1', 'belfry-', '1/+ &=2']);
});

test('a bucket in the name of the host, and an address with a path, are asked as they are named', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url?.split('?')[0]}`);
    response.end('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>');
  });
  const { port } = new URL(await listen(server));
  const config = { ...(await startS3Engine()), url: `http://localhost:${port}/storage/v1` };
  for (const isBucketInHost of [true, false])
    await createS3Store({ ...config, isBucketInHost }, systemClock)
      .list(signal)
      .catch((error: Error) => {
        // Some machines resolve no names below localhost.
        if (!isBucketInHost || !error.message.includes(`kept.localhost:${port}`)) throw error;
        asked.push(`kept.localhost:${port}/storage/v1/`);
      });
  expect(asked).toEqual([`kept.localhost:${port}/storage/v1/`, `localhost:${port}/storage/v1/kept`]);
});

test('the newest stay, and only objects of this prefix that are named like a backup are removed', async () => {
  const config = await startS3Engine();
  const store = createS3Store(config, systemClock);
  const others = ['belfry-notes.txt', 'photo.jpg', `${nameAt(1)}.old`, `deeper/${nameAt(1)}`];
  for (const key of [...others.map((name) => `${config.prefix}${name}`), nameAt(1)]) {
    const file = {
      path: made('').file,
      sizeBytes: 0,
      sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    };
    await using _done = await ask(config, systemClock, { method: 'PUT', key, file, mostMs: 60_000 });
  }
  const lines: string[] = [];
  const { file, sizeBytes } = made('whole');
  const backups = createBackups({
    config: { folder: undefined, schedule: '03:30', keep: 2 },
    stores: [store],
    version: '1.2.3',
    dataDir: path.dirname(file),
    make: async () => ({ file, sizeBytes, async [Symbol.asyncDispose]() {} }),
    clock: systemClock,
    log: createLogger('trace', (line) => lines.push(line)),
  });
  for (let n = 0; n < 4; n++) expect((await backups.create()).ok).toBe(true);
  const status = await backups.status();
  expect(status).toMatchObject({
    enabled: true,
    keep: 2,
    stores: [{ kind: 's3', place: 's3://kept/belfry/home/', count: 2, lastGood: { sizeBytes: 5 } }],
  });
  expect([status.backups.length, status.folder]).toEqual([2, undefined]);
  await using answer = await ask(config, systemClock, { method: 'GET', query: { 'list-type': '2' }, mostMs: 60_000 });
  const all = (await buffer(answer.pieces)).toString();
  for (const key of [...others, nameAt(1)]) expect(all).toContain(key);
  await backups.stop();
  expect(lines.join()).toContain('Belfry made a backup of itself');
});

test.for([
  [{ secretAccessKey: 'another-secret' }, /secret key is wrong.*SignatureDoesNotMatch/],
  [{ accessKeyId: 'nobody' }, /does not know the access key.*InvalidAccessKeyId/],
  [{ bucket: 'missing' }, /there is no bucket missing. Belfry does not make it.*NoSuchBucket/],
] as const)('with %o the message has the reason and no secret', async ([wrong, reason]) => {
  const store = createS3Store({ ...(await startS3Engine()), ...wrong }, systemClock);
  const error = await store.list(signal).catch((found: Error) => found);
  expect(store.reasonOf(error)).toMatch(reason);
  expect(store.reasonOf(error)).not.toMatch(/another-secret|Signature=/);
});

test('reading a backup that does not exist says so', async () => {
  const store = createS3Store(await startS3Engine(), systemClock);
  await expect(buffer(store.read(nameAt(1)))).rejects.toThrow(/the bucket kept has no such backup .*NoSuchKey/);
});

test('a large backup takes no more memory than a small one, and nothing is sent beyond it', async () => {
  const size = 256 * 1024 * 1024;
  let [received, most] = [0, 0];
  const server = createServer(async (request, response) => {
    for await (const piece of request) {
      received += (piece as Buffer).length;
      most = Math.max(most, process.memoryUsage().arrayBuffers);
    }
    const contents = received > 0 ? `<Contents><Key>${nameAt(1)}</Key><Size>${size}</Size></Contents>` : '';
    response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`);
  });
  const url = await listen(server);
  const store = createS3Store({ ...(await startS3Engine()), url, prefix: '' }, systemClock);
  const { file } = made('');
  truncateSync(file, size);
  const before = process.memoryUsage().arrayBuffers;
  await store.add({ file, sizeBytes: size }, nameAt(1), signal);
  expect(received).toBe(size);
  expect(most - before).toBeLessThan(size / 2);
  // The measure itself is right: a file that is read whole is seen by it.
  const whole = await buffer(createReadStream(file));
  expect(process.memoryUsage().arrayBuffers - before).toBeGreaterThan(whole.length / 2);
});
