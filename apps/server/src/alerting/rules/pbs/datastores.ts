// The datastores of a backup server: how full they are, and whether they can be used.

import { datastoreSubject } from '@belfry/domain/alerts/subjects';
import type { Policy } from '@belfry/domain/alerts/thresholds';
import { pbsNamesOf } from '@belfry/domain/backup-identity';
import { isCurrent, onSameFileSystem } from '@belfry/domain/datastores';
import type { Datastore, PbsInstance } from '@belfry/schema/entities/pbs';
import { pbsOfflineId } from '../../engine/alert-ids.ts';
import type { Notice, SharedNotice } from '../../engine/notice.ts';
import type { Confirm, Reading, Verdict } from '../../engine/reading.ts';
import type { Context, RuleSet } from '../../engine/rule-set.ts';
import { createLearning } from '../../readings/learning.ts';
import { pbsMessages } from '../../readings/pbs-messages.ts';
import { bad, measured, unknown, unlessDisabled, well } from '../../readings/verdicts.ts';
import { datastoreId, datastoreResource, datastoreStateId, datastoreUsageId } from './resources.ts';

const AT_ONCE: Confirm = { polls: 1 };
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The estimate of the server changes with every backup. So it counts only for a datastore that is rather full already. */
const RATHER_FULL = 70;
/** Between these two, in days, an alert neither starts nor ends. */
const FULL_SOON = 7;
const FULL_LATER = 10;

/** The backups of all datastores have been read within this time, and show which datastore is in use. */
const BACKUPS_READ_MS = 600_000;

export function createDatastoreRules(): RuleSet<'pbs'> {
  const learning = createLearning();
  return {
    list: 'pbs',
    notices: datastoreNotices,
    read(server, context) {
      learning.note(server.id, context.now);
      const isNew = learning.isNew(server.id, BACKUPS_READ_MS);
      return server.datastores.flatMap((store) => {
        const policy = context.policyOf(datastoreSubject(server.id, store.name));
        return unlessDisabled(policy, [
          stateReading(server, store),
          usageReading(server, store, policy, context, isNew),
          fullSoonReading(server, store, context),
          damageReading(server, store, context),
        ]);
      });
    },
    renewed: learning.renew,
  };
}

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
  confirm: TWO_POLLS,
  message: () => pbsMessages.state(server.name, store),
});

/** Damaged chunks that the last garbage collection had to leave. */
function damageReading(server: PbsInstance, store: Datastore, { state }: Context): Reading {
  const details = state.pbsDetails.find(({ id }) => id === server.id)?.datastores;
  const count = details?.find(({ name }) => name === store.name)?.garbage?.damagedChunks;
  return {
    ...common(server, store),
    id: `datastore-damaged-${datastoreId(server, store)}`,
    type: 'datastore-damaged',
    verdict:
      count === undefined
        ? unknown
        : count > 0
          ? { is: 'bad', level: 'critical', value: count, threshold: 1 }
          : { is: 'well', value: 0 },
    confirm: AT_ONCE,
    message: () => pbsMessages.damagedChunks(server.name, store, count ?? 0),
  };
}

/** What is done on purpose: a datastore is being removed, or a disk that is changed from time to time is not connected. */
const EXPECTED: ReadonlySet<string> = new Set(['available', 'delete', 'not mounted']);

const stateVerdict = (status: string): Verdict => {
  if (status === 'unknown') return unknown;
  if (EXPECTED.has(status)) return well;
  return bad(status === 'error' ? 'critical' : 'warning');
};

function usageReading(
  server: PbsInstance,
  store: Datastore,
  policy: Policy,
  context: Context,
  isNew: boolean,
): Reading {
  const together = storesTogether(server, store, context);
  const [first] = together;
  const isUndecided = isNew && together.length > 1 && !together.some((of) => isWrittenTo(of, server, context));
  const { causes, ...rest } = common(server, store);
  return {
    ...rest,
    id: datastoreUsageId(server, store),
    type: 'usage',
    verdict: isUndecided ? unknown : measured(isCurrent(store) ? store.usage : undefined, policy.limits.usage),
    confirm: context.holdOf('pbs', 'usage'),
    // Datastores on one file system are full together.
    causes: first && first !== store ? [...causes, datastoreUsageId(server, first)] : causes,
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
function storesTogether(server: PbsInstance, store: Datastore, context: Context): readonly Datastore[] {
  const group = server.datastores.filter((other) => isCurrent(other) && onSameFileSystem(other, store));
  if (group.length < 2) return group;
  const limitOf = ({ name }: Datastore) => {
    const { disabled, limits } = context.policyOf(datastoreSubject(server.id, name));
    return disabled ? undefined : limits.usage;
  };
  const rank = (of: Datastore) =>
    (limitOf(of)?.trigger ?? Number.POSITIVE_INFINITY) * 4 +
    (isWrittenTo(of, server, context) ? 0 : 2) +
    (of.deduplicationFactor === undefined ? 1 : 0);
  const ranks = new Map(group.map((of) => [of, rank(of)]));
  return group.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
}

const isWrittenTo = ({ name }: Datastore, server: PbsInstance, { state }: Context): boolean =>
  state.pbsBackups.some(({ instance, datastore }) => instance === server.name && datastore === name) ||
  state.storage.some((storage) => storage.backupTarget?.datastore === name && pbsNamesOf(storage, [server]).length > 0);

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

const TWO_POLLS: Confirm = { polls: 2 };
const ofStores: SharedNotice = {
  ...{ of: 'pbs', from: 'Proxmox Backup Server 2 and newer', needs: 'Datastore.Audit', poll: 'pbs usage' },
  shown: 'Backups, Storage',
};

const datastoreNotices: readonly Notice[] = [
  { ...ofStores, type: 'usage', fact: 'A datastore is too full', after: 'setting' },
  {
    ...{ ...ofStores, type: 'datastore-state', after: TWO_POLLS },
    fact: 'A datastore cannot be read or is in maintenance; a removable one that is not mounted is no alert',
  },
  {
    ...{ ...ofStores, type: 'datastore-full-soon', after: { holdMs: HOUR_MS } },
    fact: `A datastore that is ${RATHER_FULL} % full will be full in ${FULL_SOON} days, as the server estimates`,
  },
  {
    ...{ ...ofStores, type: 'datastore-damaged', after: AT_ONCE, poll: 'pbs jobs' },
    fact: 'A garbage collection found damaged chunks and had to leave them',
  },
];
