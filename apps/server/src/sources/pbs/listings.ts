// The calls behind the list of backups. What cannot be had of a datastore is one part that is missing.
import { badPayload } from '../proxmox-api/failure.ts';
import type { PartOptions, Parts } from '../proxmox-api/parts.ts';
import { TIMEOUT_MS } from '../proxmox-api/session.ts';
import { type GroupRow, parseGroups } from './groups.ts';
import { ROOT } from './namespaces.ts';
import { type Origin, parseSnapshots, type Snapshot } from './snapshots.ts';

export const LIST = '/admin/datastore';

/** One run: what to ask with, and how many namespaces answered. */
export interface Turn {
  parts: Parts;
  answered: number;
  /** Datastores that timed out in this run: they are not asked again before the next run. */
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

/** Of one group, or of all in the namespace. */
export async function fetchSnapshots(
  turn: Turn,
  origin: Origin,
  group: GroupRow | undefined,
  now: number,
): Promise<readonly Snapshot[] | undefined> {
  const path = pathOf(origin, 'snapshots', group && { 'backup-type': group.type, 'backup-id': group.id });
  const answer = await ask(turn, origin.datastore, path);
  const snapshots = answer.ok ? parseSnapshots(answer.value, origin, now) : undefined;
  if (answer.ok && !snapshots)
    turn.parts.miss(partOf(origin.datastore), badPayload(`GET ${path}`, 'expected a list of snapshots.'));
  return snapshots;
}

/** The root goes without a namespace, which servers before 2.2 would refuse. */
function pathOf({ datastore, namespace }: Origin, list: string, filter: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...(namespace !== ROOT && { ns: namespace }), ...filter }).toString();
  return `${LIST}/${encodeURIComponent(datastore)}/${list}${query && `?${query}`}`;
}
