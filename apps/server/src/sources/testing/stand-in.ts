// The polls of a source with answers from a function, without a network. For tests only.

import type { Result } from '@belfry/domain/result';
import type { Gap } from '@belfry/schema/entities/instance';
import type { Slices, SourceError } from '@belfry/schema/messages/observation';
import { noCalls } from '../../lib/call-counts.ts';
import { type FakeClock, fakeClock } from '../../lib/fake-clock.ts';
import { countDropped } from '../dropped.ts';
import type { Session } from '../proxmox-api/session.ts';
import { origin } from './lab-call.ts';
import { type TestedType, testedKinds } from './tested-kinds.ts';

/** The answer of a host to a path with its query, at epoch ms: the `data`, or an error. */
export type Ask = (path: string, now: number) => Result<unknown, SourceError>;

/** `failures` and `gaps` of all runs. `dropped`: the sum over all runs. */
export interface Round {
  slices: Slices;
  failures: SourceError[];
  gaps: Gap[];
  dropped: number;
  version: string | undefined;
}

export interface StandIn {
  clock: FakeClock;
  /** Runs every poll several times, one after the other, so that each guest is read. Rejects when a poll throws. */
  round(): Promise<Round>;
}

/** Guests are read in rotation, and each agent answers one question at a time. */
const TURNS = 5;

function sessionOver(ask: Ask, clock: FakeClock): Session {
  return {
    read: () => ({ get: async (path) => ask(path, clock.now()), origin: () => origin }),
    // With this mode, the certificates of the members are read too.
    trust: { mode: 'verify' },
    rights: '',
    origin,
    setMembers: () => {},
    endpoints: () => [{ host: origin, healthy: true }],
    calls: () => noCalls,
    close: async () => {},
  };
}

export function standIn(product: TestedType, ask: Ask, now: number): StandIn {
  const clock = fakeClock(now);
  const polls = testedKinds[product].polls(sessionOver(ask, clock), clock);
  const { signal } = new AbortController();
  return {
    clock,
    async round() {
      const seen: Round = { slices: {}, failures: [], gaps: [], dropped: 0, version: undefined };
      for (let turn = 0; turn < TURNS; turn++)
        for (const poll of polls) {
          const { value: outcome, dropped } = await countDropped(() => poll.run(signal));
          seen.dropped += dropped;
          if (!outcome.ok) seen.failures.push(outcome.error);
          else {
            Object.assign(seen.slices, outcome.value.slices);
            seen.gaps.push(...(outcome.value.gaps ?? []));
            seen.version = outcome.value.version ?? seen.version;
          }
        }
      return seen;
    },
  };
}
