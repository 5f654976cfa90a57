import type { UpdateStatus } from '@belfry/schema/http/updates';
import { json, savePref, usePref } from '../lib/prefs.ts';
import { call } from './client.ts';

/** `step` is empty while no dialog is open. `reloaded`: the page was loaded again after the restart. */
export interface UpdateDialog {
  step: '' | 'confirm' | 'progress';
  version: string;
  reloaded: boolean;
}

const isDialog = (value: unknown): value is UpdateDialog =>
  typeof value === 'object' && value !== null && 'step' in value && 'version' in value && 'reloaded' in value;

const closed: UpdateDialog = { step: '', version: '', reloaded: false };
/** Of this tab: the page is loaded again in the middle of an update. */
const dialogPref = json('updateDialog', isDialog, closed, 'session');

export const useUpdateDialog = (): UpdateDialog => usePref(dialogPref)[0];
export const askForUpdate = (version: string): void => savePref(dialogPref, { ...closed, step: 'confirm', version });
export const followUpdate = (version: string): void => savePref(dialogPref, { ...closed, step: 'progress', version });
export const closeUpdate = (): void => savePref(dialogPref, closed);

/** Loads the page of the version that runs now. */
export function reloadInUpdate(dialog: UpdateDialog): void {
  savePref(dialogPref, { ...dialog, reloaded: true });
  location.reload();
}

/** `downloadUrl`: as the plan names it. */
export const startUpdate = (version: string, downloadUrl: string | undefined) =>
  call('POST /api/updates/apply', { body: { version, ...(downloadUrl && { downloadUrl }) } });

export const readUpdate = (signal: AbortSignal): Promise<UpdateStatus> => call('GET /api/updates/status', { signal });

export const isHealthy = (signal: AbortSignal): Promise<boolean> =>
  call('GET /api/health', { signal }).then(
    () => true,
    () => false,
  );
