// Which certificates the install script accepts, with the real curl and openssl against real TLS servers.
import { once } from 'node:events';
import type http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { createCertificate } from '@belfry/lab/certificate';
import { expect, test, vi } from 'vitest';
import { installed, setup, targetsIn, token } from './testing/install-machine.ts';

// Each test starts many programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const ours = await createCertificate('belfry', '127.0.0.1');
const strangers = await createCertificate('belfry', '127.0.0.1');

/** An attacker in the middle: `route` chooses the port of the nth connection. */
async function middle(route: (nth: number) => number) {
  let nth = 0;
  const server = net.createServer((near) => {
    const far = net.connect(route(nth++), '127.0.0.1');
    for (const [from, to] of [[near, far] as const, [far, near] as const])
      from.on('error', () => to.destroy()).pipe(to);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((done) => void server.close(() => done())),
  };
}

test('a pinned server is trusted by its fingerprint alone, and the agent can read the fingerprint from the settings', async () => {
  await using machine = await setup({ init: 'systemd', tls: ours });
  const { url } = machine;
  const unknown = await machine.run(['--url', url, '--token', token]);
  expect([unknown.code, machine.files(), machine.asked]).toEqual([1, [], []]);
  const { code, output } = await machine.run(['--url', url, '--token', token, '--fingerprint', ours.fingerprint]);
  expect([code, machine.files()]).toEqual([0, installed]);
  expect(output).not.toContain('INSECURE');
  const { fingerprint } = ours;
  expect(targetsIn(machine.root)).toEqual([{ url, token, insecure: false, fingerprint }]);
  // the second time the fingerprint comes from the settings
  expect(await machine.run([])).toMatchObject({ code: 0 });
});

test('a server with another certificate than the pinned one gets no request, and its program is not run', async () => {
  await using machine = await setup({ init: 'systemd', tls: strangers });
  const { code, output, calls } = await machine.run([
    '--url',
    machine.url,
    '--token',
    token,
    '--fingerprint',
    ours.fingerprint,
  ]);
  expect(code).toBe(1);
  expect(output).toContain('another certificate');
  expect([machine.files(), machine.asked, calls]).toEqual([[], [], []]);
});

test.for([1, 2, 3])(
  'the program of an attacker who takes over connection %d, after the pinned certificate was shown, is not run',
  async (first) => {
    await using real = await setup({ tls: ours });
    await using stranger = await setup({ init: 'systemd', tls: strangers });
    await using between = await middle((nth) => (nth < first ? real.port : stranger.port));
    const { code, calls } = await stranger.run([
      '--url',
      between.url,
      '--token',
      token,
      '--fingerprint',
      ours.fingerprint,
    ]);
    expect(code).toBe(1);
    expect([stranger.files(), stranger.asked, calls]).toEqual([[], [], []]);
  },
);

test('the script refuses to install with a curl that ignores pins, or without curl or openssl', async () => {
  const pinned = (url: string) => ['--url', url, '--token', token, '--fingerprint', ours.fingerprint];
  await using machine = await setup({ init: 'systemd', tls: ours });
  machine.tool(
    'curl',
    'skip=; for a; do shift; [ "$a" = --pinnedpubkey ] && skip=1 && continue; [ "$skip" ] && skip= && continue; set -- "$@" "$a"; done; exec /usr/bin/curl "$@"',
  );
  const ignoring = await machine.run(pinned(machine.url));
  expect([ignoring.code, machine.files()]).toEqual([1, []]);
  expect(ignoring.output).toContain('this curl cannot pin');
  const few = ['mktemp', 'rm', 'tr', 'grep', 'sed', 'cut', 'head', 'sha256sum', 'cat'];
  for (const programs of [
    [...few, 'curl'],
    [...few, 'openssl', 'wget'],
  ]) {
    await using poor = await setup({ tls: ours, programs });
    const { code, output } = await poor.run(pinned(poor.url));
    expect([code, poor.files(), poor.asked]).toEqual([1, [], []]);
    expect(output).toContain('curl and openssl are needed');
  }
});

test('only --insecure accepts any certificate, and the script warns about it', async () => {
  await using machine = await setup({ init: 'systemd', tls: strangers });
  const { code, output } = await machine.run(['--url', machine.url, '--token', token, '--insecure']);
  expect([code, machine.files()]).toEqual([0, installed]);
  expect(output).toContain(`warning: INSECURE: the certificate of ${machine.url} is not checked`);
});

test('an encrypted download is not redirected to an unencrypted one', async () => {
  await using open = await setup();
  const answer: http.RequestListener = ({ url }, response) =>
    void response.writeHead(302, { location: `${open.url}${url}` }).end();
  const server = https.createServer(ours, answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code } = await open.run(['--url', url, '--token', token, '--insecure']);
  server.close();
  expect([code, open.files(), open.asked]).toEqual([1, [], []]);
});
