// The calls for the list of backups. If a call for a datastore fails, the backups of that datastore are one missing
// part.
import { badPayload } from '../proxmox-api/failure.ts';
import type { PartOptions, Parts } from '../proxmox-api/parts.ts';
import { TIMEOUT_MS } from '../proxmox-api/session.ts';
import { type GroupRow, parseGroups } from './groups.ts';
import { ROOT } from './namespaces.ts';
import { type BackupSnapshot, type Origin, parseSnapshots } from './snapshots.ts';

export const LIST = '/admin/datastore';

/** One run: the object for its calls, and the number of namespaces that answered. */
export interface Turn {
  parts: Parts;
  answered: number;
  /** Datastores that timed out in this run. They are not asked again in this run. */
  hanging: Set<string>;
}

/** The part that is missing when a datastore cannot be read. */
export const partOf = (store: string): string => `backups of ${store}`;

export async function ask(turn: Turn, store: string, path: string, options: PartOptions = {}) {
  const answer = await turn.parts.get(partOf(store), path, {
    timeoutMs: TIMEOUT_MS.slow,
    needs: `Datastore.Audit on /datastore/${store}`,
    ...options,
  });
  if (!answer.ok && answer.error.kind === 'timeout') turn.hanging.add(store);
  return answer;
}

/** `gone`: the namespace was deleted since it was listed. */
export async function fetchGroups(turn: Turn, origin: Origin): Promise<GroupRow[] | 'gone' | undefined> {
  const path = pathOf(origin, 'groups');
  const answer = await ask(turn, origin.datastore, path);
  if (!answer.ok && answer.error.isMissing && origin.namespace !== ROOT) return 'gone';
  const groups = answer.ok ? parseGroups(answer.value) : undefined;
  if (answer.ok && !groups)
    turn.parts.miss(partOf(origin.datastore), badPayload(`GET ${path}`, 'expected a list of groups.'));
  return groups;
}

/** The snapshots of one group, or of all groups in the namespace. */
export async function fetchSnapshots(
  turn: Turn,
  origin: Origin,
  group: GroupRow | undefined,
  now: number,
): Promise<readonly BackupSnapshot[] | undefined> {
  const path = pathOf(origin, 'snapshots', group && { 'backup-type': group.type, 'backup-id': group.id });
  const answer = await ask(turn, origin.datastore, path);
  const snapshots = answer.ok ? parseSnapshots(answer.value, origin, now) : undefined;
  if (answer.ok && !snapshots)
    turn.parts.miss(partOf(origin.datastore), badPayload(`GET ${path}`, 'expected a list of snapshots.'));
  return snapshots;
}

/** A path to the root has no namespace parameter, because servers before 2.2 refuse it. */
function pathOf({ datastore, namespace }: Origin, list: string, filter: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...(namespace !== ROOT && { ns: namespace }), ...filter }).toString();
  return `${LIST}/${encodeURIComponent(datastore)}/${list}${query && `?${query}`}`;
}
