// What this browser remembers about new versions. The first screen needs no more than this.
import type { Version } from '@belfry/schema/http/monitoring';
import type { UpdateInfo } from '@belfry/schema/http/updates';
import { useQuery } from '@tanstack/react-query';
import { json, usePref } from '../lib/prefs.ts';
import { version } from './monitoring.ts';

export const ALL_VERSIONS = 'all';

/** `lastCheck` epoch ms. `dismissedVersion` is a version, or `all`. */
interface Memory {
  lastCheck: number;
  updateInfo: UpdateInfo | null;
  dismissedVersion: string;
}

const isMemory = (value: unknown): value is Memory =>
  typeof value === 'object' && value !== null && 'lastCheck' in value && typeof value.lastCheck === 'number';

export const memoryPref = json('updates', isMemory, { lastCheck: 0, updateInfo: null, dismissedVersion: '' });

/** What this browser was told about the version that runs; null where the server knows of a newer one by now. */
export function remembered(
  { updateInfo }: Memory,
  running: Pick<Version, 'version' | 'updateAvailable' | 'latestVersion'> | undefined,
): UpdateInfo | null {
  if (updateInfo === null || updateInfo.currentVersion !== running?.version) return null;
  return running.updateAvailable && updateInfo.latestVersion !== running.latestVersion ? null : updateInfo;
}

export const isDismissed = ({ dismissedVersion }: Memory, latest: string | undefined): boolean =>
  dismissedVersion === ALL_VERSIONS || dismissedVersion === latest;

/** Whether there is a newer version that was not skipped in this browser. */
export function useUpdateWaits(): boolean {
  const { data } = useQuery(version);
  const [memory] = usePref(memoryPref);
  return data?.updateAvailable === true && !isDismissed(memory, data.latestVersion);
}
