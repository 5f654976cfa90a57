// What people have decided about protection, and the reminder of restore tests.
import { TestPlan } from '@belfry/schema/drill/plan';
import type { ProtectionDecisions } from '@belfry/schema/http/protection';
import * as z from 'zod';
import type { Replacement } from '../db/replacement.ts';
import type { Store } from '../db/store.ts';
import type { Decided } from './input.ts';

const REMINDER = 'protection/reminder-days';
const PLANS = 'protection/test-plans';
const Plans = z.array(TestPlan);
const Days = z.number().int().nullable();
const DEFAULT_REMINDER_DAYS = 180;

export interface Decisions {
  all(): ProtectionDecisions;
  /** What the model of protection needs. The same object until somebody decides something. */
  decided(): Decided;
  /** Does a write of the store, and what was decided counts from then on. */
  change<T>(write: (store: Pick<Store, 'protection' | 'settings'>) => Promise<T>): Promise<T>;
  remind(days: number | null): Promise<void>;
  /** The same list until somebody changes it. */
  testPlans(): readonly TestPlan[];
  setTestPlans(plans: readonly TestPlan[]): Promise<void>;
  /** Replaces all of them, as one part of a larger change. */
  prepare(all: ProtectionDecisions): Replacement;
}

/** `changed`: the protection of guests may be another one now. */
export function createDecisions(store: Pick<Store, 'protection' | 'settings'>, changed: () => void): Decisions {
  const read = (): Decided => ({
    exclusions: store.protection.exclusions(),
    assignments: store.protection.assignments(),
  });
  const readPlans = (): readonly TestPlan[] => store.settings.get(PLANS, Plans) ?? [];
  let decided = read();
  let plans = readPlans();
  const settle = () => {
    decided = read();
    plans = readPlans();
    changed();
  };
  return {
    all: () => {
      const days = store.settings.get(REMINDER, Days);
      return {
        exclusions: store.protection.exclusions(),
        assignments: store.protection.assignments(),
        restoreTests: store.protection.restoreTests(),
        reminderDays: days === undefined ? DEFAULT_REMINDER_DAYS : days,
        testPlans: [...plans],
      };
    },
    decided: () => decided,
    async change(write) {
      const result = await write(store);
      settle();
      return result;
    },
    testPlans: () => plans,
    async setTestPlans(next) {
      await store.settings.put(PLANS, next);
      settle();
    },
    remind: (days) => store.settings.put(REMINDER, days),
    prepare: (all) => ({
      async write(tx) {
        await tx.protection.replaceAll(all);
        await tx.settings.put(REMINDER, all.reminderDays);
        await tx.settings.put(PLANS, all.testPlans);
      },
      settle,
    }),
  };
}
