// The active server asks the database now and then about the pair. An answer that does not come changes nothing.
import type { Lease, LeaseSwitch, OtherServer, ServerFacts } from '../db/postgres/lease.ts';
import { type Clock, iso, momentOf } from '../lib/clock.ts';
import { createLastingProblems } from '../lib/lasting-problems.ts';
import type { createHolding } from './holding.ts';
import type { Pair } from './pair.ts';
import { HEARD_S, problemsOfPair } from './problems.ts';

const LOOK_MS = 20_000;
const SHOWN = 20;

export interface PairWatchDeps {
  lease: Pick<Lease, 'others' | 'switches'>;
  holding: Pick<ReturnType<typeof createHolding>, 'fence' | 'epoch' | 'isHeld' | 'ageMs' | 'clockMs'>;
  own: ServerFacts;
  /** Host, port and name of the database. */
  database: string;
  clock: Clock;
}

export function createPairWatch({ lease, holding, own, database, clock }: PairWatchDeps): Pair & { stop(): void } {
  const started = momentOf(clock);
  let others: { list: readonly OtherServer[]; at: number } | undefined;
  let switches: readonly LeaseSwitch[] = [];

  async function look(): Promise<void> {
    try {
      const [list, newest] = [await lease.others(own.name), await lease.switches(SHOWN)];
      others = { list, at: clock.monotonic() };
      switches = newest;
    } catch {
      // The database does not answer, which is shown elsewhere.
    }
  }
  /** They grow older between two looks. */
  const aged = (): OtherServer[] | undefined => {
    if (!others) return undefined;
    const ageS = (clock.monotonic() - others.at) / 1000;
    // While the database is silent, nobody can be heard: that makes no standby missing.
    return others.list.map((other) => ({ ...other, age: other.age + (holding.isHeld() ? ageS : 0) }));
  };
  const problems = createLastingProblems(
    () =>
      problemsOfPair({
        ...{ version: own.version, others: aged(), switches, clockMs: holding.clockMs(), now: clock.now() },
        activeMs: clock.monotonic() - started.monotonic,
      }),
    clock,
  );
  const stop = clock.every(LOOK_MS, look);
  void look();
  return {
    ...{ fence: holding.fence, isReady: holding.isHeld, problems, stop },
    shown: () => ({
      ...{ own: own.name, database, epoch: holding.epoch, isHeld: holding.isHeld() },
      ...{ renewedMs: Math.round(holding.ageMs()), clockMs: Math.round(holding.clockMs()) },
      servers: [
        { name: own.name, address: own.address, version: own.version, role: 'active', at: iso(started.at) },
        ...(aged() ?? []).map(({ name, address, version, age }) => ({
          ...{ name, address, version },
          role: age < HEARD_S ? ('standby' as const) : ('silent' as const),
          at: iso(clock.now() - age * 1000),
        })),
      ],
      switches: switches.map(({ at, ...one }) => ({ ...one, at: iso(at) })),
    }),
  };
}
