// `GET /nodes/localhost/tasks`: verifications that a user started manually do not belong to a job.
import { iso } from '../../lib/clock.ts';
import { listOf, text, timeOf } from '../proxmox-api/read.ts';
import { decoded } from './worker-id.ts';

const DAY_S = 86_400;
const LOOK_BACK_DAYS = 7;

/**
 * The verifications that started in the last week, by task types such as verificationjob and verify_snapshot. The path
 * changes once a day.
 */
export const verificationsPath = (now: number): string =>
  `/nodes/localhost/tasks?typefilter=verif&limit=200&since=${(Math.floor(now / 1000 / DAY_S) - LOOK_BACK_DAYS) * DAY_S}`;

/** The end of the last verification of each datastore (ISO). Undefined when the answer is not a list of tasks. */
export function parseVerifications(data: unknown): ReadonlyMap<string, string> | undefined {
  const tasks = listOf(data, (row) => {
    const store = decoded(text(row.worker_id) ?? '').split(':', 1)[0];
    const end = timeOf(row.endtime);
    return store ? { store, end } : undefined;
  });
  if (!tasks) return undefined;
  const ended = new Map<string, string>();
  for (const { store, end } of tasks) {
    if (end !== undefined && iso(end) > (ended.get(store) ?? '')) ended.set(store, iso(end));
  }
  return ended;
}
