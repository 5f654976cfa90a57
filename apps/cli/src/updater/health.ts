// Whether the server answers, is healthy, and is the version that it should be.
import { readFileSync } from 'node:fs';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fail, ok, type Result } from '@belfry/domain/result';
import { DEFAULT_PORT } from '@belfry/schema/defaults';
import * as z from 'zod';
import type { Service } from './service.ts';

const PAUSE_MS = 1_000;
const ANSWER_MS = 5_000;
/** A server that ends a moment after its start is not healthy. */
const IN_A_ROW = 3;

const Healthy = z.object({ status: z.literal('healthy') });
const Running = z.object({ version: z.string() });

/** The error says why it is not waited for any longer: the server has ended, or what was seen last when the time was over. */
export type WaitUntilHealthy = (version: string) => Promise<Result<void, string>>;

/** The variables of a file as systemd reads it. */
export function readEnvFile(file: string): Record<string, string> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return {};
  }
  const lines = text.split('\n').map((line) => /^\s*([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line));
  return Object.fromEntries(lines.flatMap((found) => (found ? [[found[1], unquoted(found[2] ?? '')]] : [])));
}

const unquoted = (text: string): string => /^(['"])(.*)\1$/.exec(text)?.[2] ?? text;

/** Where the server listens, as this machine reaches it. The last part is missing: http or https. */
export function addressOf({ BELFRY_HOST = '', BELFRY_PORT = '' }: Record<string, string>): string {
  const host = { '': '127.0.0.1', '0.0.0.0': '127.0.0.1', '::': '[::1]' }[BELFRY_HOST] ?? BELFRY_HOST;
  return `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${BELFRY_PORT || DEFAULT_PORT}`;
}

async function ask(url: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const signal = AbortSignal.timeout(ANSWER_MS);
  const send = url.startsWith('https:') ? requestSecure : requestPlain;
  // only this machine answers at its own address, and nothing secret is asked
  const options = { signal, rejectUnauthorized: false, agent: false };
  send(url, options, (reply) => {
    if (reply.statusCode === 200) json(reply).then(resolve, reject);
    else {
      reply.resume();
      reject(new Error(`it answered with status ${reply.statusCode}`));
    }
  })
    .once('error', reject)
    .end();
  return promise;
}

interface Watched {
  /** Asked each time: host and port. */
  address(): string;
  service: Pick<Service, 'ended'>;
  /** From the start of the wait. */
  limitMs: number;
  pauseMs?: number;
}

export const createWait =
  ({ address, service, limitMs, pauseMs = PAUSE_MS }: Watched): WaitUntilHealthy =>
  async (version) => {
    const end = performance.now() + limitMs;
    let seen = 'it did not answer';
    let good = 0;
    while (performance.now() < end) {
      const found = await look(address(), version);
      good = found === undefined ? good + 1 : 0;
      if (good === IN_A_ROW) return ok(undefined);
      seen = found ?? seen;
      // a server that answers as it should is not asked about its past
      const over = found === undefined ? undefined : await service.ended();
      if (over !== undefined) return fail(over);
      await wait(pauseMs);
    }
    return fail(`it was not healthy within ${Math.round(limitMs / 1000)} s: ${seen}`);
  };

/** Undefined: healthy. */
async function look(address: string, version: string): Promise<string | undefined> {
  let problem = 'it did not answer';
  for (const scheme of ['http', 'https']) {
    try {
      const healthy = Healthy.safeParse(await ask(`${scheme}://${address}/api/health`)).success;
      if (!healthy) return 'it answered that it is not healthy';
      const running = Running.safeParse(await ask(`${scheme}://${address}/api/version`)).data?.version;
      return running === version ? undefined : `version ${running ?? 'unknown'} answered`;
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('it answered')) problem = error.message;
    }
  }
  return problem;
}
