// The rules about storages.
import { storageSubject } from '@belfry/domain/alerts/subjects';
import { pbsNamesOf } from '@belfry/domain/backup-identity';
import { nodeId, SHARED } from '@belfry/domain/ids';
import type { Storage } from '@belfry/schema/entities/storage';
import type { State } from '@belfry/schema/state';
import { instanceUnreachableId, nodeOfflineId, pbsOfflineId } from '../engine/alert-ids.ts';
import type { Notice, SharedNotice } from '../engine/notice.ts';
import type { Confirm, Verdict } from '../engine/reading.ts';
import type { RuleSet } from '../engine/rule-set.ts';
import { sendsFigures } from '../readings/figures.ts';
import { leaderOf, usageId } from '../readings/file-systems.ts';
import { createLearning, STORAGES_READ_MS } from '../readings/learning.ts';
import { storageBlind, storageFull, storageInactive } from '../readings/pve-messages.ts';
import { storageResource } from '../readings/resources.ts';
import { bad, measured, unknown, unlessDisabled, well } from '../readings/verdicts.ts';
import { storagePoolNotices, storagePoolReadings, unknownDevices } from './storage/zfs.ts';

/** After a node has booted, it connects to its storages. */
const BOOT_S = 180;
/** A storage that was just added has no figures yet, and a node that has booted connects to its storages. */
const FIGURES_READ: Confirm = { holdMs: 600_000 };
/** This time passes without a change of the storage, so it is read again. */
const AGAIN_MS = 60_000;

export function createStorageRules(): RuleSet<'storage'> {
  const learning = createLearning();
  return {
    list: 'storage',
    notices: storageNotices,
    read(storage, context) {
      const { state, now } = context;
      learning.note(storage.instance, now);
      const policy = context.policyOf(storageSubject(storage));
      const unreachable = instanceUnreachableId(storage.instance);
      const isLocal = storage.node !== SHARED;
      const shared = {
        resource: storageResource(storage, state),
        causes: isLocal ? [nodeOfflineId(nodeId(storage.instance, storage.node)), unreachable] : [unreachable],
      };
      const leader = leaderOf(storage, context);
      const datastores = datastoresOf(storage, state).map((id) => `${id}-usage`);
      return unlessDisabled(policy, [
        {
          ...shared,
          id: usageId(storage),
          type: 'usage',
          causes: [...shared.causes, ...datastores, ...(leader ? [leader.id] : [])],
          // The usage that the leader judges, so that both are bad at the same moment.
          verdict: measured(
            storage.active && storage.total > 0 ? (leader ?? storage).usage : undefined,
            policy.limits.usage,
          ),
          confirm: context.holdOf('storage', 'usage'),
          message: () => storageFull(storage),
        },
        {
          ...shared,
          causes: [...shared.causes, ...serversOf(storage, state).map(pbsOfflineId)],
          id: `storage-offline-${storage.id}`,
          type: 'offline',
          verdict: availability(storage, state, learning.isNew(storage.instance, STORAGES_READ_MS)),
          confirm: INACTIVE_POLLS,
          message: () => storageInactive(storage),
        },
        {
          ...shared,
          causes: [...shared.causes, ...serversOf(storage, state).map(pbsOfflineId)],
          id: `no-figures-${storage.id}`,
          type: 'no-figures',
          verdict: figures(storage, state),
          confirm: FIGURES_READ,
          message: () => storageBlind(storage),
        },
        ...storagePoolReadings(storage, context, { resource: shared.resource }),
      ]);
    },
    unknownParts: unknownDevices,
    everyMs: AGAIN_MS,
    renewed: learning.renew,
  };
}

/** The watched backup servers that the storage writes to. */
const serversOf = (storage: Storage, { pbs }: Pick<State, 'pbs'>): string[] =>
  storage.backupTarget === undefined
    ? []
    : pbs.filter((server) => pbsNamesOf(storage, [server]).length > 0).map(({ id }) => id);

/** The datastore is as full as the storage, and the alert about it says more. */
const datastoresOf = (storage: Storage, state: Pick<State, 'pbs'>): string[] =>
  serversOf(storage, state).map((id) => `${id}-${storage.backupTarget?.datastore}`);

/** Whether nothing says how full it is, although a node on which it should be sends figures. */
function figures({ status, enabled, inactiveOn, nodeIds }: Storage, { nodes }: Pick<State, 'nodes'>): Verdict {
  if (status !== 'unknown' || !enabled || inactiveOn !== undefined) return well;
  return nodes.some((node) => nodeIds.includes(node.id) && sendsFigures(node)) ? bad('warning') : unknown;
}

/** `isNew`: Belfry has not read the storages of all nodes yet. */
function availability(storage: Storage, { nodes }: Pick<State, 'nodes'>, isNew: boolean): Verdict {
  const { status, enabled, inactiveOn, instance } = storage;
  if (!enabled || status === 'disabled') return well;
  if (inactiveOn === undefined) return status === 'available' && !isNew ? well : unknown;
  const hasBooted = (name: string) => {
    const node = nodes.find(({ id }) => id === nodeId(instance, name));
    return node === undefined || node.uptime === 0 || node.uptime >= BOOT_S;
  };
  return inactiveOn.some(hasBooted) ? bad('warning') : unknown;
}

const INACTIVE_POLLS: Confirm = { polls: 2 };
const ofStorages: SharedNotice = {
  ...{ of: 'storage', from: 'Proxmox VE 7 and newer', needs: 'Datastore.Audit' },
  ...{ poll: 'pve storage', shown: 'Storage' },
};

const storageNotices: readonly Notice[] = [
  { ...ofStorages, type: 'usage', fact: 'A storage is too full', after: 'setting' },
  { ...ofStorages, type: 'offline', fact: 'A storage that is in use is not active', after: INACTIVE_POLLS },
  {
    ...{ ...ofStorages, type: 'no-figures', after: FIGURES_READ },
    fact: 'No node reports how full a storage is, although its nodes send figures',
  },
  ...storagePoolNotices,
];
