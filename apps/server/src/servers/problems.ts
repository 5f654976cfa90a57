// What may be wrong with a pair, seen by its active server: no standby, one of another version, a lease that changes hands too often, and a clock.
import type { LeaseSwitch, OtherServer } from '../db/postgres/lease.ts';
import type { FoundProblems } from '../lib/lasting-problems.ts';

/** A server that was heard within this time is there: it greets three times as often. */
export const HEARD_S = 60;
/** As after each start, nothing is said for so long about what is missing. */
const QUIET_MS = 60_000;
const CONTESTED = 4;
const CONTESTED_MS = 600_000;
const CLOCK_MS = 5000;

export interface PairFacts {
  version: string;
  /** Since this server is active. */
  activeMs: number;
  /** How far the clock of the database is ahead. */
  clockMs: number;
  /** Epoch ms by the own clock. */
  now: number;
  /** Undefined: the database has not said it yet. */
  others: readonly OtherServer[] | undefined;
  /** Newest first. */
  switches: readonly LeaseSwitch[];
}

export function problemsOfPair({ version, activeMs, clockMs, now, others = [], switches }: PairFacts): FoundProblems {
  const heard = others.filter(({ age }) => age < HEARD_S);
  const [last] = others;
  const different = heard.find((other) => other.version !== version);
  // By the clock of the database, which gave the times of the switches.
  const since = now + clockMs - CONTESTED_MS;
  const taken = switches.filter(({ at, reason }) => at > since && reason !== 'planned' && reason !== 'drill');
  return [
    ...found(
      'servers-standby',
      activeMs >= QUIET_MS && last && heard.length === 0 && { id: 'servers.noStandby', values: { name: last.name } },
    ),
    ...found(
      'servers-version',
      different && {
        id: 'servers.otherVersion',
        values: { name: different.name, other: different.version, own: version },
      },
    ),
    ...found(
      'servers-lease',
      taken.length >= CONTESTED && { id: 'servers.contested', values: { times: taken.length } },
    ),
    ...found('servers-clock', Math.abs(clockMs) >= CLOCK_MS && clockSentence(clockMs)),
  ];
}

type Problem = FoundProblems[number][1];
const found = (name: string, problem: Problem | false | undefined): FoundProblems => (problem ? [[name, problem]] : []);
const clockSentence = (clockMs: number): Problem => {
  const seconds = Math.round(Math.abs(clockMs) / 1000);
  return clockMs > 0
    ? { id: 'servers.clockAhead', values: { seconds } }
    : { id: 'servers.clockBehind', values: { seconds } };
};
