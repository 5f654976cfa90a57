// The result of the last garbage collection of a datastore, from the rows of `/admin/gc` or of `/admin/datastore/{store}/gc`.
import type { PbsGarbage } from '@belfry/schema/entities/pbs-details';
import { iso } from '../../lib/clock.ts';
import { type Raw, rows, text, timeOf, whole } from '../proxmox-api/read.ts';

/** By datastore. A datastore without a garbage collection so far is left out. */
export function parseGarbage(data: unknown): ReadonlyMap<string, PbsGarbage> {
  const found = new Map<string, PbsGarbage>();
  for (const row of rows(data)) {
    const store = text(row.store);
    const garbage = garbageOf(row);
    if (store && Object.keys(garbage).length > 0) found.set(store, garbage);
  }
  return found;
}

/** A UPID contains the start of the task: seconds in hexadecimal digits. */
const UPID = /^UPID:[^:]+:[\dA-F]+:[\dA-F]+:[\dA-F]+:(?<start>[\dA-F]{8}):/i;

function garbageOf(row: Raw): PbsGarbage {
  const hex = text(row.upid, 512)?.match(UPID)?.groups?.start;
  const start = hex === undefined ? undefined : timeOf(Number.parseInt(hex, 16));
  const seconds = whole(row.duration);
  // Without a run, all counts are zero.
  const hasRun = start !== undefined || whole(row['last-run-endtime']) !== undefined;
  const removed = whole(row['removed-bytes']);
  const pending = whole(row['pending-bytes']);
  const damagedChunks = whole(row['still-bad']);
  return {
    ...(start !== undefined && { startTime: iso(start) }),
    ...(seconds !== undefined && { seconds }),
    ...(hasRun && removed !== undefined && { removed }),
    ...(hasRun && pending !== undefined && { pending }),
    ...(hasRun && damagedChunks !== undefined && { damagedChunks }),
  };
}
