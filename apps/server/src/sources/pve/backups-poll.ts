// Backups: new vzdump tasks, and the volumes on every backup storage. A shared storage is read once.
import { SHARED } from '@belfry/domain/ids';
import { fail, ok, type Result } from '@belfry/domain/result';
import type { BackupTask, StorageBackup } from '@belfry/schema/entities/pve-backups';
import { badPayload } from '../proxmox-api/failure.ts';
import { createParts, type Parts } from '../proxmox-api/parts.ts';
import { isRaw, whole } from '../proxmox-api/read.ts';
import { TIMEOUT_MS } from '../proxmox-api/session.ts';
import type { Poll } from '../source.ts';
import { backupTasks, storageBackups } from './backups.ts';
import { compose, type PveInstance } from './instance.ts';
import { createNodeTurns } from './node-turns.ts';
import type { StorageRow } from './payloads.ts';

const timeoutMs = TIMEOUT_MS.slow;
const PAGE = 500;
const MOST_PAGES = 20;
/** Tasks are kept for this time. Older backups come from the lists of volumes. */
const KEEP_TASKS_MS = 30 * 86_400_000;

export function createBackupsPoll(instance: PveInstance): Poll {
  const begin = createParts(instance.clock, instance.denials);
  const askNodes = createNodeTurns(instance);
  /** The newest known start of a task per node, in epoch seconds. Finished tasks before it are known. */
  const since = new Map<string, number>();

  /** Releases before 7.3 refuse the parameter `since`. */
  let knowsSince = true;

  async function fetchPage(parts: Parts, node: string, start: number, from: number): Promise<Result<unknown, unknown>> {
    const ask = () => {
      const query = `typefilter=vzdump&source=all&limit=${PAGE}&start=${start}${knowsSince ? `&since=${from}` : ''}`;
      const path = `/nodes/${encodeURIComponent(node)}/tasks?${query}`;
      const tolerate = knowsSince ? [400] : [];
      return parts.get('backup tasks', path, { timeoutMs, tolerate, needs: `Sys.Audit on /nodes/${node}` });
    };
    const wasAsked = knowsSince;
    const answer = await ask();
    if (answer.ok || !wasAsked || answer.error.status !== 400) return answer;
    knowsSince = false;
    return ask();
  }

  /** Undefined when the tasks could not be read. */
  async function fetchTasks(parts: Parts, node: string): Promise<BackupTask[] | undefined> {
    const now = instance.clock.now();
    const from = since.get(node) ?? Math.floor((now - KEEP_TASKS_MS) / 1000);
    const tasks: BackupTask[] = [];
    for (let page = 0; page < MOST_PAGES; page++) {
      const answer = await fetchPage(parts, node, page * PAGE, from);
      if (!answer.ok) return undefined;
      const found = backupTasks(answer.value, instance.place.instance, node, now);
      tasks.push(...found);
      // The newest tasks come first.
      const isPast = found.some((task) => Date.parse(task.startTime) / 1000 < from);
      if (!Array.isArray(answer.value) || answer.value.length < PAGE || isPast) break;
    }
    // A running task is read again until it has ended.
    const running = tasks.filter((task) => task.endTime === undefined).map((task) => Date.parse(task.startTime) / 1000);
    const newest = Math.max(from, ...tasks.map((task) => Date.parse(task.startTime) / 1000));
    since.set(node, Math.min(newest, ...running));
    return tasks;
  }

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

  async function askTasks(parts: Parts): Promise<void> {
    const oldest = instance.clock.now() - KEEP_TASKS_MS;
    await askNodes(async (node) => {
      const found = await fetchTasks(parts, node);
      const tasks = new Map(instance.facts.backupTasks);
      for (const task of found ?? []) tasks.set(task.id, task);
      for (const [id, task] of tasks) if (Date.parse(task.startTime) < oldest) tasks.delete(id);
      instance.facts = { ...instance.facts, backupTasks: tasks };
      return found !== undefined;
    });
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
        instance.facts = { ...instance.facts, storageBackups: new Map(instance.facts.storageBackups).set(key, found) };
      }),
    );
  }

  return {
    name: 'backups',
    everyMs: 300_000,
    timeoutMs: 240_000,
    essential: false,
    async run(signal) {
      if (!instance.config.monitorBackups) return ok({ slices: { backupTasks: [], storageBackups: [] } });
      const parts = begin(instance.session.read(signal, 'backups'));
      await Promise.all([askTasks(parts), askVolumes(parts)]);
      const { backupTasks, storageBackups } = instance.facts;
      const trouble = parts.trouble();
      if (trouble && backupTasks.size === 0 && storageBackups.values().every((list) => list.length === 0))
        return fail(trouble);
      return ok({
        slices: { backupTasks: compose.backupTasks(instance), storageBackups: compose.storageBackups(instance) },
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
