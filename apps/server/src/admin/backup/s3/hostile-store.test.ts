// A store that does not speak S3, or that is hostile: each answer gives a plain reason, and the key is sent to no other host.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { generate } from 'selfsigned';
import { expect, onTestFinished, test } from 'vitest';
import type { S3Config } from '../../../config/backup-s3.ts';
import { tempDir } from '../../../db/testing/temp-store.ts';
import { systemClock } from '../../../lib/clock.ts';
import { fakeClock } from '../../../lib/fake-clock.ts';
import { createLogger } from '../../../lib/logger.ts';
import { createBackups } from '../backups.ts';
import { createS3Store } from './s3-store.ts';

const SECRET = 'a-secret-that-must-not-be-seen';
const NAME = 'belfry-1.2.3-20260101T033000Z.belfry-backup';
const { signal } = new AbortController();
const none = '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>';

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const config = (url: string): S3Config => ({
  ...{ url, bucket: 'kept', prefix: '', region: 'us-east-1', isBucketInHost: false },
  ...{ accessKeyId: 'key', secretAccessKey: SECRET },
});

async function storeWith(handler: RequestListener, clock = systemClock) {
  const seen: IncomingMessage[] = [];
  const host = await listen(
    createServer((request, response) => {
      seen.push(request);
      handler(request, response);
    }),
  );
  return { store: createS3Store(config(`http://${host}`), clock), seen, host };
}
const answer =
  (status: number, body = '', headers = {}) =>
  (request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    response.writeHead(status, headers).end(body);
  };
function made(content: string) {
  const file = path.join(tempDir(), 'made');
  writeFileSync(file, content);
  return { file, sizeBytes: content.length };
}
const error = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${SECRET}</Message></Error>`;

test('a redirect is not followed: the key goes to no other host', async () => {
  let elsewhere = 0;
  const other = await listen(createServer((_request, response) => response.end(none, () => elsewhere++)));
  const to = { location: `http://${other}/kept?x=1`, 'x-amz-bucket-region': 'eu-west-1' };
  for (const status of [301, 302, 307, 308]) {
    const { store, host } = await storeWith(answer(status, '', to));
    const reason = `${host} redirects to ${other} (${status}). Belfry does not follow, because its key is for ${host} alone. The bucket is in the region eu-west-1.`;
    await expect(store.list(signal)).rejects.toThrow(reason);
    await expect(store.add(made('x'), NAME, signal)).rejects.toThrow('Belfry does not follow');
  }
  expect(elsewhere).toBe(0);
});

test.for([
  [403, error('AccessDenied'), /the access key may not list the backups in the bucket kept \(403, AccessDenied\)/],
  [403, '', /may not list the backups in the bucket kept \(403\)/],
  [404, error('NoSuchBucket'), /there is no bucket kept/],
  [404, '<html>not here</html>', /in a way that is not S3 \(404\). Is BELFRY_BACKUP_S3_URL right/],
  [503, error('SlowDown'), /an error or too much to do \(503, SlowDown\)/],
  [500, '', /an error or too much to do \(500\)/],
  [507, '', /is full \(507\)/],
  [507, error('XMinioStorageFull'), /the store is full, or its quota is used up \(507, XMinioStorageFull\)/],
  [403, error('QuotaExceeded'), /quota is used up/],
  [400, error('AuthorizationHeaderMalformed'), /the region is wrong. Set BELFRY_BACKUP_S3_REGION/],
  [400, error(`<b>${'x'.repeat(100)}</b>`), /in a way that is not S3 \(400\)/],
  [418, error('Teapot'), /could not list the backups \(418, Teapot\)/],
] as const)('the answer %i %s has a reason in plain words', async ([status, body, reason]) => {
  const { store } = await storeWith(answer(status, body));
  const found = await store.list(signal).catch((thrown: Error) => thrown);
  expect(store.reasonOf(found)).toMatch(reason);
  expect(store.reasonOf(found)).not.toContain(SECRET);
});

test('the reason says by how much the clocks differ', async () => {
  const clock = { ...systemClock, now: () => Date.now() - 3_600_000 };
  const { store } = await storeWith(answer(403, error('RequestTimeTooSkewed')), clock);
  await expect(store.list(signal)).rejects.toThrow(
    /differ too much: this one is 60 minutes behind .*RequestTimeTooSkewed/,
  );
});

test.for([
  'not xml',
  '',
  '<html><body>Welcome</body></html>',
  '<ListBucketResult><IsTruncated>false</IsTruncated>',
  '<ListBucketResult></ListBucketResult>',
  '<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>',
  '<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>k</Key></Contents></ListBucketResult>',
  '<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>k</Key><Size>-1</Size></Contents></ListBucketResult>',
  '<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>&unknown;</Key></Contents></ListBucketResult>',
  `<!DOCTYPE x [<!ENTITY a "b">]>${none}`,
  `<ListBucketResult>${'<a>'.repeat(100_000)}`,
])('an answer that is not a list is refused: %s', async (body) => {
  const { store, host } = await storeWith(answer(200, body));
  await expect(store.list(signal)).rejects.toThrow(`http://${host} answered with no list of objects.`);
});

test('an object whose name is not that of a backup is left out of the list', async () => {
  const keys = [
    `../${NAME}`,
    `x/${NAME}`,
    `${NAME}/../x`,
    '/etc/passwd',
    '',
    `${NAME}\n`,
    'belfry-1-99999999T999999Z.belfry-backup',
  ];
  const contents = [...keys, NAME].map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join('');
  const body = `<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`;
  const { store } = await storeWith(answer(200, body));
  expect((await store.list(signal)).map(({ file }) => file)).toEqual([NAME]);
});

test('Belfry stops reading a list or an answer that never ends', async () => {
  const more =
    '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>a</NextContinuationToken></ListBucketResult>';
  const pages = await storeWith(answer(200, more));
  await expect(pages.store.list(signal)).rejects.toThrow('has more objects than Belfry lists');
  expect(pages.seen.length).toBe(20);
  const endless: RequestListener = (_request, response) => {
    const send = () => {
      while (!response.destroyed && response.write(`<ListBucketResult>${' '.repeat(100_000)}`));
      if (!response.destroyed) response.once('drain', send);
    };
    send();
  };
  const { store, seen } = await storeWith(endless);
  await expect(store.list(signal)).rejects.toThrow('larger than Belfry reads');
  await expect.poll(() => seen[0]?.socket.destroyed).toBe(true);
});

test('Belfry waits a minute for a store that does not answer, or reads nothing', async () => {
  for (const handler of [() => {}, (request: IncomingMessage) => request.pause()]) {
    const clock = fakeClock(Date.now());
    const { store, seen, host } = await storeWith(handler as RequestListener, clock);
    const listed = store.list(signal).catch((thrown: Error) => thrown);
    await expect.poll(() => seen.length).toBe(1);
    await clock.advance(59_000);
    await clock.advance(2000);
    expect(store.reasonOf(await listed)).toBe(`${host} did not answer in time.`);
  }
});

test('the reason says that the connection was closed, while sending and while reading', async () => {
  const cut = await storeWith((request) => request.socket.destroy());
  await expect(cut.store.add(made('content'), NAME, signal)).rejects.toThrow(
    'closed the connection without a complete answer',
  );
  const half = await storeWith((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('half', () => response.destroy());
  });
  await expect(buffer(half.store.read(NAME))).rejects.toThrow('closed the connection without a complete answer');
});

test.for([
  ['nothing', none, []],
  [
    'a part',
    `<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>${NAME}</Key><Size>3</Size></Contents></ListBucketResult>`,
    ['DELETE'],
  ],
] as const)(
  'a store that accepts a backup and keeps %s of it does not have the backup',
  async ([, listing, removed]) => {
    const { store, seen } = await storeWith((request, response) => {
      request.resume();
      response.end(request.method === 'GET' ? listing : '');
    });
    await expect(store.add(made('content'), NAME, signal)).rejects.toThrow(
      's3://kept/ accepted the backup, but does not have it whole.',
    );
    expect(seen.flatMap(({ method = '' }) => (method === 'DELETE' ? [method] : []))).toEqual(removed);
  },
);

test('the reason names an unknown host, a closed port or an untrusted certificate, and nothing is sent', async () => {
  const reasonFor = async (url: string) => {
    const store = createS3Store(config(url), systemClock);
    return store.reasonOf(await store.list(signal).catch((thrown: Error) => thrown));
  };
  expect(await reasonFor('https://store.invalid')).toMatch(/^The name of store.invalid could not be resolved/);
  expect(await reasonFor('http://127.0.0.1:1')).toBe('127.0.0.1:1 cannot be reached (ECONNREFUSED).');
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
  let requests = 0;
  const host = await listen(createTlsServer({ key, cert }, () => requests++));
  expect(await reasonFor(`https://${host}`)).toMatch(
    /^The certificate of .* is not trusted: it is signed by nobody but itself .* Nothing was sent\.$/,
  );
  expect(requests).toBe(0);
});

test('an upload that ends because Belfry stops is not a problem, and the log never has the secret', async () => {
  const lines: string[] = [];
  const { store, seen } = await storeWith((request, response) => {
    if (request.method === 'GET') response.end(none);
  });
  const refusing = await storeWith(answer(403, error('SignatureDoesNotMatch')));
  const create = (used: typeof store) =>
    createBackups({
      config: { folder: undefined, schedule: '03:30', keep: 2 },
      stores: [used],
      version: '1.2.3',
      dataDir: tempDir(),
      make: async () => ({ ...made('content'), async [Symbol.asyncDispose]() {} }),
      clock: systemClock,
      log: createLogger('trace', (line) => lines.push(line)),
    });
  const backups = create(store);
  const making = backups.create();
  await expect.poll(() => seen.some(({ method }) => method === 'PUT')).toBe(true);
  await backups.stop();
  expect(await making).toMatchObject({ ok: false, error: { sentence: { id: 'backup.givenUp' } } });
  expect([backups.problems(), lines]).toEqual([{}, []]);
  const refused = create(refusing.store);
  await refused.create();
  expect(refused.problems().backup?.message).toContain('the secret key is wrong');
  expect(lines.length).toBe(1);
  expect(lines.join()).not.toContain(SECRET);
  for (const { headers } of [...seen, ...refusing.seen]) expect(JSON.stringify(headers)).not.toContain(SECRET);
});
