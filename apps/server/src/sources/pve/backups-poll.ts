// Backups: vzdump tasks since the last look, and the volumes on every backup storage, a shared one asked once.
import { fail, ok } from '@belfry/domain/result';
import type { BackupTask, StorageBackup } from '@belfry/schema/entities/pve-backups';
import { isRaw, whole } from '../proxmox-api/read.ts';
import { type Reader, TIMEOUT_MS } from '../proxmox-api/session.ts';
import type { Poll, SourceError } from '../source.ts';
import { backupTasks, storageBackups } from './backups.ts';
import { compose, onlineNodes, type PveInstance } from './instance.ts';
import type { StorageRow } from './payloads.ts';

const options = { blameless: true, timeoutMs: TIMEOUT_MS.slow };
const PAGE = 500;
const MOST_PAGES = 20;
/** Tasks are kept this long; older ones are the volumes' business. */
const KEEP_TASKS_MS = 30 * 86_400_000;

export function createBackupsPoll(instance: PveInstance): Poll {
  /** The newest start seen per node, in epoch seconds: finished tasks before it are known. */
  const since = new Map<string, number>();

  async function fetchTasks(reader: Reader, node: string): Promise<BackupTask[] | SourceError> {
    const now = instance.clock.now();
    const from = since.get(node) ?? Math.floor((now - KEEP_TASKS_MS) / 1000);
    const tasks: BackupTask[] = [];
    for (let page = 0; page < MOST_PAGES; page++) {
      const query = `typefilter=vzdump&source=all&limit=${PAGE}&start=${page * PAGE}&since=${from}`;
      const answer = await reader.get(`/nodes/${encodeURIComponent(node)}/tasks?${query}`, options);
      if (!answer.ok) return answer.error;
      tasks.push(...backupTasks(answer.value, instance.place.instance, node, now));
      if (!Array.isArray(answer.value) || answer.value.length < PAGE) break;
    }
    // a running task is asked for again until it has ended
    const running = tasks.filter((task) => task.endTime === undefined).map((task) => Date.parse(task.startTime) / 1000);
    const newest = Math.max(from, ...tasks.map((task) => Date.parse(task.startTime) / 1000));
    since.set(node, Math.min(newest, ...running));
    return tasks;
  }

  async function fetchVolumes(reader: Reader, row: StorageRow): Promise<StorageBackup[] | SourceError> {
    const path = `/nodes/${encodeURIComponent(row.node)}/storage/${encodeURIComponent(row.name)}/content?content=backup`;
    const answer = await reader.get(path, options);
    if (!answer.ok) return answer.error;
    if (!Array.isArray(answer.value))
      return { kind: 'bad-payload', message: `GET ${path}: expected a list of volumes.` };
    const at = { instance: instance.place.instance, node: row.node, storage: row.name, type: row.type };
    return storageBackups(
      answer.value.filter((v) => isRaw(v) && (whole(v.ctime) ?? 0) > 0),
      at,
      instance.clock.now(),
    );
  }

  return {
    name: 'backups',
    everyMs: 300_000,
    timeoutMs: 240_000,
    essential: false,
    async run(signal) {
      if (!instance.config.monitorBackups) return ok({ slices: { backupTasks: [], storageBackups: [] }, dropped: 0 });
      const reader = instance.session.read(signal);
      const errors: SourceError[] = [];
      const tasks = new Map(instance.facts.backupTasks);
      for (const node of onlineNodes(instance)) {
        const found = await fetchTasks(reader, node);
        if (!Array.isArray(found)) errors.push(found);
        else for (const task of found) tasks.set(task.id, task);
      }
      const oldest = instance.clock.now() - KEEP_TASKS_MS;
      for (const [id, task] of tasks) if (Date.parse(task.startTime) < oldest) tasks.delete(id);

      const storages = backupStorages(instance);
      // per storage: what could not be listed this time stays as it was, what is gone goes
      const volumes = new Map<string, readonly StorageBackup[]>();
      for (const [key, row] of storages) {
        const found = row && (await fetchVolumes(reader, row));
        if (found && !Array.isArray(found)) errors.push(found);
        volumes.set(key, Array.isArray(found) ? found : (instance.facts.storageBackups.get(key) ?? []));
      }
      instance.facts = { ...instance.facts, backupTasks: tasks, storageBackups: volumes };
      const [error] = errors;
      if (error && tasks.size === 0 && [...volumes.values()].every((list) => list.length === 0)) return fail(error);
      return ok({
        slices: { backupTasks: compose.backupTasks(instance), storageBackups: compose.storageBackups(instance) },
        dropped: 0,
      });
    },
  };
}

/** Every storage that keeps backups, with the row of a node to ask, or undefined when no node can be asked now. */
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
