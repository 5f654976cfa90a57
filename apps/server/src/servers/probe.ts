// Asks a server of the pair whether it is the active one. Nothing is sent that others may not see, so any certificate will do.
import { get } from 'node:http';
import type { Clock } from '../lib/clock.ts';
import { createHttpClient } from '../lib/http-client.ts';

const LIMIT_MS = 1000;

export interface Probe {
  /** False also while nothing answers. */
  isReady(address: string): Promise<boolean>;
  close(): Promise<void>;
}

export function createProbe(clock: Clock): Probe {
  const client = createHttpClient({ clock, trust: () => ({ mode: 'off' }) });
  const plain = (url: string) =>
    new Promise<boolean>((done) => {
      get(url, { signal: AbortSignal.timeout(LIMIT_MS), agent: false }, (answer) => {
        answer.resume().on('error', () => {});
        done(answer.statusCode === 200);
      }).on('error', () => done(false));
    });
  return {
    async isReady(address) {
      const url = new URL(`${address.replace(/\/$/, '')}/api/ready`);
      if (url.protocol !== 'https:') return plain(url.href);
      const { origin, pathname: path } = url;
      const signal = AbortSignal.timeout(LIMIT_MS);
      const answer = await client.send({ method: 'GET', origin, path, timeoutMs: LIMIT_MS, signal });
      return answer.ok && answer.value.status === 200;
    },
    close: client.close,
  };
}
