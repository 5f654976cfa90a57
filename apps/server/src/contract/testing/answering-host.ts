// A host over TLS whose answers a test decides, on the clock of the test.
import { X509Certificate } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { FakeClock } from '../../lib/fake-clock.ts';
import { json, startTlsServer } from '../../sources/testing/tls-server.ts';

/** `data` of a good answer, or a refusal. */
export type HostAnswer = { data: unknown } | { status: number; reason?: string };

export interface AnsweringHost {
  origin: string;
  /** The end of its certificate, epoch ms. */
  certificateEnds: number;
  /** How far the clock of the host is ahead. */
  aheadMs: number;
  /** Resolves when no call is open, and none has come for many turns. */
  settle(): Promise<void>;
}

/** `answer` gets the path without `/api2/json`, and the query. */
export async function startAnsweringHost(
  clock: FakeClock,
  answer: (path: string, query: URLSearchParams) => HostAnswer,
): Promise<AnsweringHost> {
  let open = 0;
  let seen = 0;
  const server = await startTlsServer((request, response) => {
    seen++;
    open++;
    response.once('close', () => open--);
    response.setHeader('date', new Date(clock.now() + host.aheadMs).toUTCString());
    const [path = '', query] = (request.url ?? '').replace('/api2/json', '').split('?');
    const given = answer(path, new URLSearchParams(query));
    if ('data' in given) return json(response, given.data);
    return void response.writeHead(given.status, given.reason).end('{"data":null}');
  });
  onTestFinished(server.stop);
  const host: AnsweringHost = {
    origin: server.origin,
    certificateEnds: Date.parse(new X509Certificate(server.certificate.cert).validTo),
    aheadMs: 0,
    async settle() {
      for (let quiet = 0, before = seen; quiet < 40; quiet++) {
        await new Promise((next) => setImmediate(next));
        if (open > 0 || seen !== before) quiet = 0;
        before = seen;
      }
    },
  };
  return host;
}

/** Lets the time pass in steps of ten seconds. Each waits until all calls are answered. */
export async function pass(
  clock: FakeClock,
  hosts: readonly Pick<AnsweringHost, 'settle'>[],
  seconds: number,
): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 10) {
    await clock.advance(10_000);
    for (const host of hosts) await host.settle();
  }
}
