// The polls of a source with answers from a function, without a network. For tests only.

import type { Result } from '@belfry/domain/result';
import type { NodeType } from '@belfry/schema/config/kinds';
import { configSchema } from '@belfry/schema/config/node';
import type { Gap } from '@belfry/schema/entities/instance';
import type { Slices, SourceError } from '@belfry/schema/messages/observation';
import { noCalls } from '../../lib/call-counts.ts';
import { type FakeClock, fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { countDropped } from '../dropped.ts';
import { noFacts as noPbsFacts } from '../pbs/facts.ts';
import { createPolls as pbsPolls } from '../pbs/source.ts';
import { noFacts as noPmgFacts } from '../pmg/facts.ts';
import { createPolls as pmgPolls } from '../pmg/source.ts';
import { createDenials } from '../proxmox-api/denials.ts';
import type { Session } from '../proxmox-api/session.ts';
import { noFacts as noPveFacts } from '../pve/facts.ts';
import { createPolls as pvePolls } from '../pve/source.ts';
import type { Poll } from '../source.ts';

/** The answer of a host to a path with its query, at epoch ms: the `data`, or an error. */
export type Ask = (path: string, now: number) => Result<unknown, SourceError>;

/** `failures` and `gaps` are those of all runs. `dropped` is their sum. */
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

const log = createLogger('silent');
const origin = 'https://stand-in:8006';
const login = { host: origin, user: 'monitor@pve', password: 'x', verifySSL: false };
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

const pollsOf: Record<NodeType, (session: Session, clock: FakeClock) => readonly Poll[]> = {
  pve: (session, clock) => {
    const config = configSchema('pve').parse({ type: 'pve', name: 'lab', ...login, monitorPhysicalDisks: true });
    const place = { instance: 'lab', host: origin };
    const denials = createDenials(clock);
    return pvePolls({ config, place, session, clock, log, denials, facts: noPveFacts }, () => 0.5);
  },
  pbs: (session, clock) => {
    const config = configSchema('pbs').parse({ type: 'pbs', name: 'lab', ...login });
    return pbsPolls({ config, session, clock, facts: noPbsFacts });
  },
  pmg: (session, clock) => {
    const config = configSchema('pmg').parse({ type: 'pmg', name: 'lab', ...login, monitorDomainStats: true });
    return pmgPolls({ config, session, clock, facts: noPmgFacts });
  },
};

export function standIn(product: NodeType, ask: Ask, now: number): StandIn {
  const clock = fakeClock(now);
  const polls = pollsOf[product](sessionOver(ask, clock), clock);
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
