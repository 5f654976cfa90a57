// A lab cluster and a source that monitors it, for tests: both use one clock that moves only when a test moves it.
import type { Result } from '@belfry/domain/result';
import { type Lab, type LabOptions, nodeConfig, startLab } from '@belfry/lab/datacentre';
import type { OtherToken } from '@belfry/lab/pve/access';
import { configSchema, type NodeConfig } from '@belfry/schema/config/node';
import type { Gap } from '@belfry/schema/entities/instance';
import type { Findings, Slices, SourceError } from '@belfry/schema/messages/observation';
import { expect } from 'vitest';
import { type FakeClock, fakeClock } from '../../../lib/fake-clock.ts';
import { createLogger } from '../../../lib/logger.ts';
import { type Polling, startPolling } from '../../poller.ts';
import { createSource } from '../../registry.ts';
import type { Observe, Source } from '../../source.ts';
import { countRunning } from '../../testing/running.ts';

export interface Watched {
  lab: Lab;
  token: OtherToken;
  /** The name of the cluster. */
  name: string;
  members: Lab['instances'][number]['members'];
  config: NodeConfig;
  source: Source;
  clock: FakeClock;
  /** Runs this poll. */
  run(poll: string): Promise<Result<Findings, SourceError>>;
  /** Runs these polls one after the other, and returns all slices so far. Throws when a poll fails. */
  poll(...names: string[]): Promise<Slices>;
  /** The gaps of the last run of that poll. */
  gaps(poll: string): readonly Gap[];
  /** Polls as the product does. Time advances only with `pass`. */
  start(observe: Observe): Polling;
  /** Advances the clock second by second, and waits for the answers. */
  pass(seconds: number): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Longer than every timeout. */
const PATIENCE_MS = 31_000;

export interface WatchOptions extends LabOptions {
  /** Privileges the token does not have. */
  lacks?: readonly string[];
}

/** `change`: changes to the configuration. */
export async function watchLab(
  { lacks = [], ...options }: WatchOptions,
  change: Record<string, unknown> = {},
  write: (line: string) => void = () => {},
): Promise<Watched> {
  const clock = fakeClock(Date.UTC(2026, 0, 1));
  const lab = await startLab({ version: 9.2, seed: 7, authDelayMs: 0, ...options, clock: clock.now });
  const [instance] = lab.instances;
  if (!instance) throw new Error('the lab has no cluster');
  const token = lab.tokenWithout(...lacks);
  const config = configSchema('pve').parse({
    ...nodeConfig(instance),
    tokenName: token.name,
    tokenValue: token.value,
    monitorPhysicalDisks: true,
    ...change,
  });
  const log = createLogger('info', write);
  const source = createSource(config, { clock, log, random: () => 0.5 });
  const counted = countRunning(source, clock);
  const seen: Slices = {};
  const gaps = new Map<string, readonly Gap[]>();

  const run: Watched['run'] = (name) => {
    const poll = source.polls.find((p) => p.name === name);
    if (!poll) throw new Error(`no poll ${name}`);
    return poll.run(new AbortController().signal);
  };
  /** If the lab does not answer a call, the clock advances so that the call times out. */
  async function runWithTimeouts(name: string): Promise<void> {
    let isDone = false;
    const done = run(name).finally(() => {
      isDone = true;
    });
    const unanswered = () => lab.requests.recent().filter(({ status }) => status === 0).length;
    for (let known = unanswered(); !isDone; ) {
      await new Promise((next) => setImmediate(next));
      if (unanswered() > known) await clock.advance(PATIENCE_MS);
      known = unanswered();
    }
    const result = await done;
    if (!result.ok) throw new Error(`${name}: ${result.error.message}`);
    Object.assign(seen, result.value.slices);
    gaps.set(name, result.value.gaps ?? []);
  }

  return {
    lab,
    token,
    name: instance.name,
    members: instance.members,
    config,
    source,
    clock,
    run,
    async poll(...names) {
      for (const name of names) await runWithTimeouts(name);
      return seen;
    },
    gaps: (poll) => gaps.get(poll) ?? [],
    start: (observe) => startPolling(counted.source, { clock, random: () => 0.3, observe, log }),
    pass: counted.pass,
    async [Symbol.asyncDispose]() {
      await source.close();
      await lab.stop();
    },
  };
}

export function expectFindings(result: Result<Findings, SourceError>): Findings {
  if (!result.ok) throw new Error(`the poll failed: ${JSON.stringify(result)}`);
  return result.value;
}

/** Waits until this many members have answered as members of the cluster. */
export const membersProven = ({ clock, source }: { clock: FakeClock; source: Source }, count: number): Promise<void> =>
  expect
    .poll(async () => {
      await clock.advance(0);
      return source.endpoints().filter((endpoint) => !endpoint.unproven).length;
    })
    .toBe(count);
