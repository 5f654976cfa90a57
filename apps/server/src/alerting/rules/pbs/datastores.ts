// The datastores of a backup server: how full they are, and whether they can be used.

import { datastoreSubject } from '@belfry/domain/alerts/subjects';
import type { Policy } from '@belfry/domain/alerts/thresholds';
import { isCurrent, onSameFileSystem } from '@belfry/domain/datastores';
import type { Datastore, PbsInstance } from '@belfry/schema/entities/pbs';
import { pbsOfflineId } from '../../engine/alert-ids.ts';
import type { Reading, Verdict } from '../../engine/reading.ts';
import type { Context, RuleSet } from '../../engine/rule-set.ts';
import { pbsMessages } from '../../readings/pbs-messages.ts';
import { bad, measured, unknown, unlessDisabled, well } from '../../readings/verdicts.ts';
import { datastoreId, datastoreResource, datastoreStateId } from './resources.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The estimate of the server changes with every backup. So it counts only for a datastore that is rather full already. */
const RATHER_FULL = 70;
/** Between these two, in days, an alert neither starts nor ends. */
const FULL_SOON = 7;
const FULL_LATER = 10;

export const createDatastoreRules = (): RuleSet<'pbs'> => ({
  list: 'pbs',
  read: (server, context) =>
    server.datastores.flatMap((store) => {
      const policy = context.policyOf(datastoreSubject(server.id, store.name));
      return unlessDisabled(policy, [
        stateReading(server, store),
        usageReading(server, store, policy, context),
        fullSoonReading(server, store, context),
      ]);
    }),
});

const common = (server: PbsInstance, store: Datastore) => ({
  resource: datastoreResource(server, store),
  causes: [pbsOfflineId(server.id)],
  metadata: { datastore: store.name },
});

const stateReading = (server: PbsInstance, store: Datastore): Reading => ({
  ...common(server, store),
  id: datastoreStateId(server, store),
  type: 'datastore-state',
  verdict: stateVerdict(store.status),
  confirm: { polls: 2 },
  message: () => pbsMessages.state(server.name, store),
});

/** A datastore with the maintenance type `delete` is being removed on purpose. */
const stateVerdict = (status: string): Verdict => {
  if (status === 'available' || status === 'delete') return well;
  return bad(status === 'error' ? 'critical' : 'warning');
};

function usageReading(server: PbsInstance, store: Datastore, policy: Policy, context: Context): Reading {
  const usageId = (of: Datastore) => `${datastoreId(server, of)}-usage`;
  const together = storesTogether(server, store, context);
  const [first] = together;
  const { causes, ...rest } = common(server, store);
  return {
    ...rest,
    id: usageId(store),
    type: 'usage',
    verdict: measured(isCurrent(store) ? store.usage : undefined, policy.limits.usage),
    confirm: context.holdOf('pbs', 'usage'),
    // Datastores on one file system are full together.
    causes: first && first !== store ? [...causes, usageId(first)] : causes,
    message: () =>
      pbsMessages.usage(
        server.name,
        store,
        together.filter((other) => other !== store),
      ),
  };
}

/**
 * The datastores on the file system of this one, and the one with the alert first: a person looks for backups to remove, so one
 * without any is not the first.
 */
function storesTogether(server: PbsInstance, store: Datastore, { state, policyOf }: Context): readonly Datastore[] {
  const group = server.datastores.filter((other) => isCurrent(other) && onSameFileSystem(other, store));
  if (group.length < 2) return group;
  const limitOf = ({ name }: Datastore) => {
    const { disabled, limits } = policyOf(datastoreSubject(server.id, name));
    return disabled ? undefined : limits.usage;
  };
  const hasBackups = ({ name, deduplicationFactor }: Datastore) =>
    deduplicationFactor !== undefined ||
    state.pbsBackups.some(({ instance, datastore }) => instance === server.name && datastore === name);
  const rank = (of: Datastore) => (limitOf(of)?.trigger ?? Number.POSITIVE_INFINITY) * 2 + (hasBackups(of) ? 0 : 1);
  const ranks = new Map(group.map((of) => [of, rank(of)]));
  return group.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
}

const fullSoonReading = (server: PbsInstance, store: Datastore, { now }: Context): Reading => ({
  ...common(server, store),
  id: `datastore-full-soon-${datastoreId(server, store)}`,
  type: 'datastore-full-soon',
  verdict: fullSoonVerdict(store, now.at),
  confirm: { holdMs: HOUR_MS },
  message: () => pbsMessages.fullSoon(server.name, store, daysLeft(store, now.at) ?? 0),
});

const daysLeft = ({ estimatedFullDate }: Datastore, now: number): number | undefined =>
  estimatedFullDate === undefined ? undefined : Math.max(0, Math.ceil((Date.parse(estimatedFullDate) - now) / DAY_MS));

function fullSoonVerdict(store: Datastore, now: number): Verdict {
  if (!isCurrent(store) || store.usage === undefined) return unknown;
  const days = daysLeft(store, now);
  if (days === undefined || days > FULL_LATER || store.usage < RATHER_FULL)
    return { is: 'well', value: days ?? FULL_LATER };
  return days > FULL_SOON ? unknown : { is: 'bad', level: 'warning', value: days, threshold: FULL_SOON };
}
