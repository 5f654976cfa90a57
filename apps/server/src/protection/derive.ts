// Keeps the protection of all guests up to date, as a part of the state.
import type { GuestRuns } from '@belfry/domain/protection/guest-runs';
import { createProtectionModel } from '@belfry/domain/protection/model';
import type { RetentionInForce } from '@belfry/domain/protection/retention-in-force';
import type { Nights } from '@belfry/schema/http/protection';
import type { Observation } from '@belfry/schema/messages/observation';
import type { State } from '@belfry/schema/state';
import type { Clock, Moment } from '../lib/clock.ts';
import { createRest } from '../lib/rest.ts';
import { createInput, type Decided } from './input.ts';
import { createReadParts } from './missing.ts';
import { letterOf } from './night-letters.ts';

type Derived = { readonly [Name in 'guestProtection' | 'backupGroups']: Readonly<State[Name]> };

export interface Derivation {
  /** Which parts an instance has given. */
  learn(observation: Observation): void;
  /** The same lists while nothing changes. */
  derive(state: State, now: Moment): Derived;
  /** The planned runs of a guest of the last `derive`, from `from` until `until`. */
  runs(guest: string, from: number, until: number, now: number): GuestRuns | undefined;
  /** What removes the backups of a guest at present. */
  retentions(guest: string): RetentionInForce[] | undefined;
  /** Of all guests of the last `derive`. */
  nights(state: State, days: number, now: number): NonNullable<Nights['instances']>;
}

/** What changes with every poll (guests that move, sizes of storages) and with time is looked at so often. */
const EVERY_MS = 5000;

/** With many instances one of the urgent parts always changes. Nobody waits longer than this, and no more comes together. */
const LONGEST_REST_MS = 1000;

/** A change of one of these is looked at at once. */
const urgent = [
  ...['storageBackups', 'pbsBackups', 'backupTasks', 'backupJobs'],
  ...['copyJobs', 'retentions', 'guestConfigs'],
] as (keyof State)[];

/** `decided` returns the same object until somebody decides something. */
export function createDerivation(decided: () => Decided, clock: Pick<Clock, 'monotonic'>): Derivation {
  const model = createProtectionModel();
  const inputOf = createInput();
  const parts = createReadParts();
  let derived: Derived = { guestProtection: [], backupGroups: [] };
  let seen: { state: State; decided: Decided; at: number } | undefined;
  const rest = createRest(clock, LONGEST_REST_MS);

  return {
    learn: parts.learn,
    derive(state, now) {
      const present = decided();
      const isNew = urgent.some((name) => seen?.state[name] !== state[name]) || model.isBehind(now.at);
      const isDue = isNew ? rest.isOver() : seen && now.monotonic - seen.at >= EVERY_MS;
      if (seen?.decided === present && !isDue) return derived;
      rest.after(() => {
        const guestProtection = model.update(inputOf(state, present, parts.missing(state.instances)), now.at);
        derived = { guestProtection, backupGroups: model.strayGroups() };
      });
      seen = { state, decided: present, at: now.monotonic };
      return derived;
    },
    runs: model.runs,
    retentions: model.retentions,
    nights(state, days, now) {
      const found = new Map<string, { until: number[]; guests: [string, string][] }>();
      for (const guest of [...state.vms, ...state.containers]) {
        const nights = model.nights(guest.id, now, days);
        if (nights.length === 0) continue;
        const own = found.get(guest.instance) ?? { until: nights.map(({ until }) => until), guests: [] };
        found.set(guest.instance, own);
        own.guests.push([guest.id, nights.map(({ result }) => letterOf[result]).join('')]);
      }
      return Object.fromEntries(
        [...found].map(([id, { until, guests }]) => [id, { until, guests: Object.fromEntries(guests) }]),
      );
    },
  };
}
