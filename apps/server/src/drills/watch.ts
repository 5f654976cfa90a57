// Looks at the copies of all open restore tests, and stores what that means for them. A look that fails ends nothing.

import { observe } from '@belfry/domain/drill/observe';
import { isOpen, pauseMs, questionOf } from '@belfry/domain/drill/question';
import type { Result } from '@belfry/domain/result';
import type { Drill } from '@belfry/schema/drill/drill';
import type { DrillLook, DrillQuestion } from '@belfry/schema/drill/look';
import type { SourceError } from '@belfry/schema/messages/observation';
import type { Store } from '../db/store.ts';
import type { Clock } from '../lib/clock.ts';
import type { GuardedTask } from '../lib/parts.ts';
import { testOf } from './restore-test.ts';

export interface WatchDeps {
  store: Pick<Store, 'drills' | 'atomically'>;
  look(instance: string, question: DrillQuestion): Promise<Result<DrillLook, SourceError>>;
  /** The node on which the state has the guest. */
  nodeOf(instance: string, vmid: number): string | undefined;
  /** None is open any more. */
  idle(): void;
  guardedTask: GuardedTask;
  clock: Clock;
}

export type Watch = ReturnType<typeof createWatch>;

/** The looks of more drills wait for each other. */
const MAX_AT_ONCE = 8;
const TICK_MS = 1000;

interface Watched {
  drill: Drill;
  /** On the monotonic clock. */
  dueAt: number;
  lookedAt?: number;
  isBusy?: boolean;
  error?: SourceError | undefined;
}

export function createWatch({ store, look, nodeOf, idle, guardedTask, clock }: WatchDeps) {
  const watched = new Map<string, Watched>();
  const add = (drill: Drill): void => void watched.set(drill.id, { drill, dueAt: 0 });
  /** Another server may have watched until now. */
  function load(): void {
    for (const drill of store.drills.list()) if (isOpen(drill) && !watched.has(drill.id)) add(drill);
  }
  load();

  async function keep(one: Watched, next: Drill): Promise<void> {
    const test = testOf(one.drill, next);
    await store.atomically(async (tx) => {
      await tx.drills.put(next);
      if (test) await tx.protection.addRestoreTest(test, next.by);
    });
    one.drill = next;
    if (!isOpen(next)) watched.delete(next.id);
    if (watched.size === 0) idle();
  }

  async function lookAt(one: Watched): Promise<void> {
    const { drill } = one;
    const answer = await look(drill.instance, questionOf(drill, nodeOf(drill.instance, drill.target.vmid)));
    one.error = answer.ok ? undefined : answer.error;
    // Somebody may have ended it meanwhile.
    if (!answer.ok || watched.get(drill.id) !== one || one.drill !== drill) return;
    const [now, monotonic] = [clock.now(), clock.monotonic()];
    const before = one.lookedAt === undefined ? undefined : now - (monotonic - one.lookedAt);
    const next = observe(drill, answer.value, now, before);
    if (next !== drill) await keep(one, next);
    one.lookedAt = monotonic;
  }

  async function run(one: Watched): Promise<void> {
    one.isBusy = true;
    await guardedTask('the watch over a restore test', () => lookAt(one), undefined);
    one.isBusy = false;
    one.dueAt = clock.monotonic() + pauseMs(one.drill);
  }

  /** Begins the looks that are due. Resolves when they have ended. */
  async function tick(): Promise<void> {
    const all = [...watched.values()];
    const free = MAX_AT_ONCE - all.filter(({ isBusy }) => isBusy).length;
    const due = all
      .filter(({ isBusy, dueAt }) => !isBusy && dueAt <= clock.monotonic())
      .sort((a, b) => a.dueAt - b.dueAt)
      .slice(0, Math.max(0, free));
    await Promise.all(due.map(run));
  }

  return {
    tick,
    /** A look that takes long does not hold up the others. */
    start() {
      load();
      return clock.every(TICK_MS, () => void tick());
    },
    add,
    /** The open ones. */
    open: (): Drill[] => [...watched.values()].map(({ drill }) => drill),
    /** Why the last look had no answer. */
    errorOf: (id: string): SourceError | undefined => watched.get(id)?.error,
    /** Undefined when it is not open. */
    async abort(id: string): Promise<Drill | undefined> {
      const one = watched.get(id);
      if (!one) return undefined;
      const aborted: Drill = { ...one.drill, state: 'aborted', endedAt: new Date(clock.now()).toISOString() };
      await keep(one, aborted);
      return aborted;
    },
  };
}
