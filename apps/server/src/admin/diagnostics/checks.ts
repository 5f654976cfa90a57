// Tests every configured host, several at a time. A second request within a minute gets the same answer.
import type { NodeConfig } from '@belfry/schema/config/node';
import type { NodeTest } from '@belfry/schema/http/nodes';
import type { Clock } from '../../lib/clock.ts';
import { createLimit } from '../../lib/limit.ts';
import type { Answer } from '../../lib/refusal.ts';

const AT_ONCE = 8;
const KEPT_MS = 60_000;

export interface Checked {
  /** The id that the readings of the instance have. */
  instance: string;
  config: NodeConfig;
  result: Answer<NodeTest>;
}

/** `at` epoch ms. */
export interface Checks {
  at: number;
  hosts: Checked[];
}

export interface ChecksDeps {
  hosts(): readonly Omit<Checked, 'result'>[];
  /** Must have a deadline of its own. */
  check(config: NodeConfig): Promise<Answer<NodeTest>>;
  clock: Clock;
}

export function createChecks({ hosts, check, clock }: ChecksDeps): () => Promise<Checks> {
  let latest: { asked: number; checks: Promise<Checks> } | undefined;

  async function run(): Promise<Checks> {
    const limit = createLimit(AT_ONCE);
    const checked = hosts().map(async ({ instance, config }) => {
      const result = await limit(() => check(config));
      return { instance, config, result };
    });
    return { hosts: await Promise.all(checked), at: clock.now() };
  }

  return () => {
    const now = clock.monotonic();
    if (!latest || now - latest.asked >= KEPT_MS) {
      const own = { asked: now, checks: run() };
      latest = own;
      // A failure is not kept for the minute.
      own.checks.catch(() => {
        if (latest === own) latest = undefined;
      });
    }
    return latest.checks;
  };
}
