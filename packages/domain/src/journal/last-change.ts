// The last change before an alert began. The journal says what came before, never what was the cause.
import type { JournalEntry } from '@belfry/schema/journal/entry';
import { datastoreId, journalIds, nodeId } from '../ids.ts';

/** An older change says nothing about an alert. */
const LOOK_BACK_MS = 4 * 3_600_000;

/** Milliseconds before the alert. A change that no task names was made at some time between the two: `most` is larger then. */
export interface Before {
  least: number;
  most: number;
}

/** Undefined: it was made after `start` (epoch ms), long before it, or nobody can say on which side of it. */
export function timeBefore({ at, since }: Pick<JournalEntry, 'at' | 'since'>, start: number): Before | undefined {
  const least = start - Date.parse(at);
  const most = since === undefined ? least : start - Date.parse(since);
  return least >= 0 && least <= LOOK_BACK_MS ? { least, most: Math.max(least, most) } : undefined;
}

/** Whatever their order. What was removed has no alert any more. */
export function lastChange(entries: readonly JournalEntry[], start: number): JournalEntry | undefined {
  let last: JournalEntry | undefined;
  for (const entry of entries)
    if (entry.event !== 'removed' && timeBefore(entry, start) && !(last && Date.parse(last.at) > Date.parse(entry.at)))
      last = entry;
  return last;
}

/** What has begun, such as an alert. */
export interface Begun {
  resourceId: string;
  node: string;
  startTime: string;
  resourceName?: string;
  metadata?: { instanceId: string; resourceType?: string; datastore?: unknown } | undefined;
}

/** Where to look for it: the resource of the alert and the node that it is on. `from` and `to` epoch ms. */
export function changesToAsk(begun: Begun) {
  const { resourceId, node, startTime, metadata } = begun;
  const start = Date.parse(startTime);
  const own = metadata && node !== '' ? nodeId(metadata.instanceId, node) : resourceId;
  return { resources: [...new Set([resourceId, own, ...otherIds(begun)])], from: start - LOOK_BACK_MS, to: start };
}

/** The journal has one id for a storage, whichever node has it, and one for each datastore of a server. */
function otherIds({ resourceId, resourceName, metadata }: Begun): string[] {
  const { instanceId, resourceType, datastore } = metadata ?? {};
  if (typeof datastore === 'string') return [datastoreId(resourceId, datastore)];
  return resourceType === 'storage' && instanceId !== undefined && resourceName !== undefined
    ? [`${journalIds(instanceId, 'storage')}${resourceName}`]
    : [];
}
