// Backups: new tasks, and the volumes on every backup storage. A shared storage is read once.
import { withUnchanged } from '@belfry/domain/delta/unchanged';
import { SHARED } from '@belfry/domain/ids';
import { fail, ok } from '@belfry/domain/result';
import type { StorageBackup } from '@belfry/schema/entities/pve-backups';
import { badPayload } from '../proxmox-api/failure.ts';
import { createParts, type Parts } from '../proxmox-api/parts.ts';
import { isRaw, whole } from '../proxmox-api/read.ts';
import { TIMEOUT_MS } from '../proxmox-api/session.ts';
import type { Poll } from '../source.ts';
import { storageBackups } from './backups.ts';
import { compose, type PveInstance } from './instance.ts';
import type { StorageRow } from './payloads.ts';
import { createTaskLogReader } from './task-logs.ts';
import { createTaskReader } from './task-reader.ts';

const timeoutMs = TIMEOUT_MS.slow;

export function createBackupsPoll(instance: PveInstance): Poll {
  const begin = createParts(instance.clock, instance.denials);
  const askTasks = createTaskReader(instance);
  const askLogs = createTaskLogReader(instance);
  async function fetchVolumes(parts: Parts, row: StorageRow): Promise<StorageBackup[] | undefined> {
    const path = `/nodes/${encodeURIComponent(row.node)}/storage/${encodeURIComponent(row.name)}/content?content=backup`;
    const part = `backups on ${row.name}`;
    const answer = await parts.get(part, path, { timeoutMs, needs: `Datastore.Audit on /storage/${row.name}` });
    if (!answer.ok) return undefined;
    if (!Array.isArray(answer.value)) {
      parts.miss(part, badPayload(`GET ${path}`, 'expected a list of volumes.'));
      return undefined;
    }
    const node = row.shared ? SHARED : row.node;
    const at = { instance: instance.place.instance, node, storage: row.name, type: row.type };
    return storageBackups(
      answer.value.filter((v) => isRaw(v) && (whole(v.ctime) ?? 0) > 0),
      at,
      instance.clock.now(),
    );
  }

  /**
   * If a storage cannot be listed in this run, its volumes remain. If a storage no longer exists, its volumes are
   * removed.
   */
  async function askVolumes(parts: Parts): Promise<void> {
    const storages = backupStorages(instance);
    const kept = [...instance.facts.storageBackups].filter(([key]) => storages.has(key));
    instance.facts = { ...instance.facts, storageBackups: new Map(kept) };
    await Promise.all(
      [...storages].map(async ([key, row]) => {
        const found = row && (await fetchVolumes(parts, row));
        if (!found) return;
        const { storageBackups } = instance.facts;
        const volumes = withUnchanged(storageBackups.get(key) ?? [], found);
        instance.facts = { ...instance.facts, storageBackups: new Map(storageBackups).set(key, volumes) };
      }),
    );
  }

  return {
    name: 'backups',
    everyMs: 300_000,
    timeoutMs: 240_000,
    essential: false,
    pushedBy: ['vzdump'],
    async run(signal) {
      if (!instance.config.monitorBackups) return ok({ slices: { backupTasks: [], tasks: [], storageBackups: [] } });
      const parts = begin(instance.session.read(signal, 'backups'));
      await Promise.all([askTasks(parts).then(() => askLogs(parts)), askVolumes(parts)]);
      const { backupTasks, storageBackups } = instance.facts;
      const trouble = parts.trouble();
      if (trouble && backupTasks.size === 0 && storageBackups.values().every((list) => list.length === 0))
        return fail(trouble);
      return ok({
        slices: {
          backupTasks: compose.backupTasks(instance),
          tasks: compose.tasks(instance),
          storageBackups: compose.storageBackups(instance),
        },
        gaps: parts.gaps(),
      });
    },
  };
}

/** Every backup storage, with the row of a node that can be asked. Undefined when no node can be asked now. */
function backupStorages({ facts }: PveInstance): Map<string, StorageRow | undefined> {
  const online = new Set(facts.nodes.filter((n) => n.status === 'online').map((n) => n.name));
  const found = new Map<string, StorageRow | undefined>();
  for (const row of facts.storages) {
    if (!row.content.split(',').includes('backup')) continue;
    const key = row.shared ? row.name : `${row.node}/${row.name}`;
    const canAsk = row.status === 'available' && online.has(row.node);
    if (!found.get(key)) found.set(key, canAsk ? row : undefined);
  }
  return found;
}
