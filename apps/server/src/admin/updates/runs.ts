// The updates that were started here, with their results. They are stored, so they are known after the restart in the middle.
import type { UpdateEntry } from '@belfry/schema/http/updates';
import * as z from 'zod';
import type { SettingsStore } from '../../db/settings-store.ts';
import { iso } from '../../lib/clock.ts';

const KEY = 'updates.runs';
const MOST = 100;

/** `at` epoch ms. `by`: the name of the caller. */
const Run = z.object({
  id: z.string(),
  at: z.number(),
  from: z.string(),
  to: z.string(),
  channel: z.enum(['stable', 'rc']),
  deployment: z.string(),
  by: z.string(),
  initiatedBy: z.enum(['user', 'api']),
  via: z.enum(['ui', 'cli', 'script']),
  status: z.enum(['in_progress', 'success', 'failed', 'rolled_back']),
  durationMs: z.number(),
  error: z.string(),
  backupPath: z.string(),
  bytes: z.number(),
});
export type Run = z.infer<typeof Run>;

export type Runs = ReturnType<typeof createRuns>;

export function createRuns(store: Pick<SettingsStore, 'get' | 'keep'>) {
  const all = () => store.get(KEY, z.array(Run)) ?? [];
  return {
    /** Newest first. */
    all,
    put: (run: Run) => store.keep(KEY, [run, ...all().filter(({ id }) => id !== run.id)].slice(0, MOST)),
  };
}

export const runEntry = (run: Run): UpdateEntry => ({
  event_id: run.id,
  timestamp: iso(run.at),
  action: 'update',
  channel: run.channel,
  version_from: run.from,
  version_to: run.to,
  deployment_type: run.deployment,
  initiated_by: run.initiatedBy,
  initiated_via: run.via,
  status: run.status,
  duration_ms: run.durationMs,
  notes: '',
  user: run.by,
  download_bytes: run.bytes,
  ...(run.backupPath !== '' && { backup_path: run.backupPath }),
  ...(run.error !== '' && { error: { message: run.error } }),
});
