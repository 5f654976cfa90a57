// Puts protection together: what people have decided, the model as a part of the state, and the endpoints.

import { randomUUID } from 'node:crypto';
import { ok } from '@belfry/domain/result';
import type { Nights, ProtectionDecisions } from '@belfry/schema/http/protection';
import type { State } from '@belfry/schema/state';
import type { FastifyRequest } from 'fastify';
import type { ConfigParts } from '../db/config-part.ts';
import type { Store } from '../db/store.ts';
import type { Audited } from '../http/audited.ts';
import type { Mount } from '../http/mount.ts';
import type { Clock } from '../lib/clock.ts';
import { createDecisions } from '../protection/decisions.ts';
import { createDerivation, type Derivation } from '../protection/derive.ts';
import { protectionRoutes } from '../protection/routes.ts';
import { createTestPlans } from '../protection/test-plans.ts';

export interface ProtectionDeps {
  store: Pick<Store, 'protection' | 'settings' | 'drills'>;
  /** Of the machine: in it months and quarters end. */
  zone: string;
  state(): State;
  /** The protection of guests may be another one now. */
  changed(): void;
  audited: Audited;
  nameOf(request: FastifyRequest): string;
  clock: Clock;
}

export interface Protection extends Pick<Derivation, 'learn' | 'derive' | 'runs' | 'retentions'> {
  decisions(): ProtectionDecisions;
  /** For the export of the configuration. */
  parts: Pick<ConfigParts, 'protection'>;
  routes(mount: Mount): void;
}

const HOUR_MS = 3_600_000;

export function createProtection({ store, zone, state, changed, audited, nameOf, clock }: ProtectionDeps): Protection {
  const decisions = createDecisions(store, changed);
  const derivation = createDerivation(decisions.decided, clock);
  const plans = createTestPlans({ plans: decisions.testPlans, drills: store.drills.list, zone });
  /** By the number of days. The nights of a guest change with its protection, and at noon. */
  const known = new Map<number, { of: State['guestProtection']; hour: number; nights: Required<Nights> }>();

  function nights(days: number): Required<Nights> {
    const [of, hour] = [state().guestProtection, Math.floor(clock.now() / HOUR_MS)];
    const last = known.get(days);
    if (last?.of === of && last.hour === hour) return last.nights;
    const nights = { revision: randomUUID(), instances: derivation.nights(state(), days, clock.now()) };
    known.set(days, { of, hour, nights });
    return nights;
  }

  return {
    learn: derivation.learn,
    derive(of, now) {
      const { guestProtection, backupGroups } = derivation.derive(of, now);
      return { guestProtection: plans.mark(of, guestProtection, now), backupGroups };
    },
    runs: derivation.runs,
    retentions: derivation.retentions,
    decisions: decisions.all,
    parts: { protection: { read: decisions.all, prepare: (given) => ok(decisions.prepare(given)) } },
    routes: (mount) =>
      protectionRoutes(mount, {
        decisions,
        testPlans: () => ({ plans: plans.all(state(), clock.now()) }),
        nights,
        state,
        audited,
        nameOf,
        clock,
      }),
  };
}
