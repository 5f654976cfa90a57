// Updates of an installed Belfry, asked for by an administrator through the API.
import { expect } from 'vitest';
import type { Administrator } from './administrator.ts';

interface Status {
  status: string;
  progress: number;
  error: string;
  version?: string;
  rolledBack?: boolean;
}

interface HistoryEntry {
  event_id: string;
  version_from: string;
  version_to: string;
  status: string;
}

export interface Updates {
  /** The version that runs; undefined while none answers. */
  running(): Promise<string | undefined>;
  history(): Promise<HistoryEntry[]>;
  /** Starts an update and waits for its result. */
  to(version: string): Promise<Status>;
}

export function updatesOf({ api }: Administrator): Updates {
  const status = async () => (await api('GET', '/api/updates/status').catch(() => undefined)) as Status | undefined;
  const history = async () => (await api('GET', '/api/updates/history')) as HistoryEntry[];
  return {
    history,
    running: async () => ((await api('GET', '/api/version').catch(() => ({}))) as { version?: string }).version,
    async to(version) {
      await api('GET', '/api/updates/check');
      expect(await api('POST', '/api/updates/apply', { version })).toMatchObject({ status: 'started' });
      let last: Status | undefined;
      await expect
        .poll(async () => {
          last = await status();
          const isOver = last && ['completed', 'error'].includes(last.status);
          return isOver && (await history())[0]?.status !== 'in_progress';
        })
        .toBe(true);
      if (!last) throw new Error('no status');
      return last;
    },
  };
}
