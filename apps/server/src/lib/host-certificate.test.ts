// Against real TLS servers, and servers that only pretend to be one.
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createAuthority, createCertificate } from '@belfry/lab/certificate';
import { expect, onTestFinished, test } from 'vitest';
import { startTlsServer } from '../sources/testing/tls-server.ts';
import { systemClock } from './clock.ts';
import { fakeClock } from './fake-clock.ts';
import { CERTIFICATE_MS, readCertificate } from './host-certificate.ts';

const never = () => {};

/** A server without TLS. Resolves with its origin. */
async function plainServer(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', never);
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `https://127.0.0.1:${(server.address() as { port: number }).port}`;
}

test('a self-signed certificate is shown as the host has it, and no request is sent to the host', async () => {
  await using server = await startTlsServer(never);
  const read = await readCertificate(server.origin, systemClock);
  expect(read).toEqual({
    ok: true,
    value: {
      subject: 'CN=test.lab.example',
      issuer: 'CN=test.lab.example',
      validFrom: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      validTo: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      fingerprint: server.certificate.fingerprint,
      flaw: 'unknown-authority',
    },
  });
  expect([server.connections(), server.requests]).toEqual([1, []]);
});

test('a renewed certificate is read at once: no TLS session is resumed', async () => {
  const first = await startTlsServer(never);
  expect(await readCertificate(first.origin, systemClock)).toMatchObject({ ok: true });
  await first.stop();
  await using second = await startTlsServer(never, Number(new URL(first.origin).port));
  const { fingerprint } = second.certificate;
  expect(await readCertificate(second.origin, systemClock)).toMatchObject({ ok: true, value: { fingerprint } });
});

test('control characters in the name of a certificate are not passed on', async () => {
  const certificate = await createCertificate(`a\u202e\u0007b${'c'.repeat(40)}`, '127.0.0.1');
  await using server = await startTlsServer(never, 0, certificate);
  const read = await readCertificate(server.origin, systemClock);
  expect(read).toMatchObject({ ok: true, value: { subject: expect.stringMatching(/^CN=a\\07bc+\.lab\.example$/) } });
});

test('a host that accepts the connection and stays silent is given up after the time limit', async () => {
  const clock = fakeClock();
  let connected: () => void = never;
  const accepted = new Promise<void>((resolve) => {
    connected = resolve;
  });
  const read = readCertificate(await plainServer(() => connected()), clock);
  await accepted;
  await clock.advance(CERTIFICATE_MS);
  expect(await read).toMatchObject({ ok: false, error: { kind: 'timeout' } });
});

test.each([
  ['speaks HTTP without TLS', (socket: Socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), 'tls'],
  ['closes the connection', (socket: Socket) => void socket.end(), 'unreachable'],
  ['resets the connection', (socket: Socket) => void socket.resetAndDestroy(), 'unreachable'],
])('a host that %s is an error, and what it said is not repeated', async (_, behave, kind) => {
  const read = await readCertificate(await plainServer(behave), systemClock);
  expect(read).toMatchObject({ ok: false, error: { kind } });
  expect(read).not.toHaveProperty('error.message', expect.stringContaining('Bad Request'));
});

test('a host that sends noise without end is given up, and is not read to its end', async () => {
  const noise = Buffer.alloc(64 * 1024, 'x');
  const flood = (socket: Socket) => {
    const more = () => {
      while (socket.writable && socket.write(noise));
    };
    socket.on('drain', more);
    more();
  };
  expect(await readCertificate(await plainServer(flood), systemClock)).toMatchObject({ ok: false });
});

test('the certificate of a cluster node, which the authority of its cluster signed, names both and is not accepted as it is', async () => {
  const certificate = await createCertificate('pve1', '127.0.0.1', 730, await createAuthority());
  await using server = await startTlsServer(never, 0, certificate);
  expect(await readCertificate(server.origin, systemClock)).toMatchObject({
    ok: true,
    value: {
      subject: 'CN=pve1.lab.example, OU=PVE Cluster Node, O=Proxmox Virtual Environment',
      issuer: 'CN=Proxmox Virtual Environment, O=PVE Cluster Manager CA',
      flaw: 'unknown-authority',
    },
  });
});
