import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { createCertificate } from '@belfry/lab/certificate';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { createServer } from '../server.ts';
import { openTls, type Tls } from './tls.ts';

const log = createLogger('silent');
const DAY_MS = 86_400_000;

function files() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'belfry-tls-'));
  const source = { kind: 'files' as const, certificate: path.join(dataDir, 'a.crt'), key: path.join(dataDir, 'a.key') };
  return {
    dataDir,
    source,
    write({ cert, key }: { cert: string; key: string }) {
      writeFileSync(source.certificate, cert);
      writeFileSync(source.key, key);
    },
  };
}

async function opened(options: Pick<Parameters<typeof openTls>[0], 'source' | 'dataDir' | 'clock'>): Promise<Tls> {
  const tls = await openTls({ ...options, log });
  if (!tls.ok) throw new Error(tls.error);
  return tls.value;
}

/** The SHA-256 of the certificate that a new connection sees. */
const shown = (port: number) =>
  new Promise<string>((settle, refuse) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      settle(socket.getPeerX509Certificate()?.fingerprint256 ?? '');
      socket.destroy();
    });
    socket.once('error', refuse);
  });

async function served(tls: Tls) {
  const http = createServer(log, { tls: tls.options() });
  await http.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(tls.follow(http.server));
  onTestFinished(() => http.close());
  return (http.server.address() as { port: number }).port;
}

test('new connections get the new certificate when its files change, and the old one while they are wrong', async () => {
  const clock = fakeClock(Date.now());
  const [first, second] = [await createCertificate('one', '127.0.0.1'), await createCertificate('two', '127.0.0.1')];
  const { dataDir, source, write } = files();
  write(first);
  const tls = await opened({ source, dataDir, clock });
  const port = await served(tls);
  expect(await shown(port)).toBe(first.fingerprint);

  write({ cert: second.cert, key: first.key });
  await clock.advance(60_000);
  await vi.waitFor(() => expect(tls.problems().certificate?.message).toContain('is not the key of the certificate'));
  expect(await shown(port)).toBe(first.fingerprint);

  write(second);
  await clock.advance(60_000);
  await vi.waitFor(() => expect(tls.fingerprint()).toBe(second.fingerprint));
  expect(tls.problems()).toEqual({});
  expect(await shown(port)).toBe(second.fingerprint);
});

test('a certificate that ends within two weeks is a problem, and it stays the same object', async () => {
  const clock = fakeClock(Date.now());
  const { dataDir, source, write } = files();
  write(await createCertificate('one', '127.0.0.1', 20));
  const tls = await opened({ source, dataDir, clock });
  expect(tls.problems()).toEqual({});
  clock.step(7 * DAY_MS);
  expect(tls.problems().certificate?.message).toMatch(/^The certificate of Belfry ends on \d{4}-\d\d-\d\d\.$/);
  expect(tls.problems()).toBe(tls.problems());
  clock.step(14 * DAY_MS);
  expect(tls.problems().certificate?.message).toMatch(/ ended on /);
});

test('a self-signed certificate keeps its fingerprint over restarts, and its key is for its owner only', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'belfry-tls-'));
  const options = { source: { kind: 'self-signed' } as const, dataDir, clock: fakeClock(Date.now()) };
  const first = await opened(options);
  const second = await opened(options);
  expect(second.fingerprint()).toBe(first.fingerprint());
  expect(statSync(path.join(dataDir, 'tls/self-signed.key')).mode & 0o777).toBe(0o600);
  expect(await shown(await served(second))).toBe(first.fingerprint());
});

test('a self-signed certificate is renewed 30 days before its end', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'belfry-tls-'));
  const source = { kind: 'self-signed' } as const;
  const start = Date.now();
  const first = await opened({ source, dataDir, clock: fakeClock(start) });
  const early = await opened({ source, dataDir, clock: fakeClock(start + 789 * DAY_MS) });
  const late = await opened({ source, dataDir, clock: fakeClock(start + 791 * DAY_MS) });
  expect(early.fingerprint()).toBe(first.fingerprint());
  expect(late.fingerprint()).not.toBe(first.fingerprint());
  expect(late.problems()).toEqual({});
});

test('files that cannot be used are refused with the reason', async () => {
  const { dataDir, source } = files();
  const tls = await openTls({ source, dataDir, clock: fakeClock(0), log });
  expect(tls).toMatchObject({ ok: false, error: expect.stringMatching(/a\.crt does not exist$/) });
});
