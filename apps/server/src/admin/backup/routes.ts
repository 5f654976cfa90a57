// GET and POST /api/system/backups.

import { getOwnBackups, makeOwnBackup } from '@belfry/schema/http/own-backups';
import type { Audited } from '../../http/audited.ts';
import type { Mount } from '../../http/mount.ts';
import { refusalText } from '../../lib/refusal.ts';
import type { Backups } from './backups.ts';

export interface BackupRoutesDeps {
  backups: Backups;
  audited: Audited;
}

export function backupRoutes(mount: Mount, { backups, audited }: BackupRoutesDeps): void {
  mount(getOwnBackups, async () => backups.status());
  mount(makeOwnBackup, async ({ request }) => {
    const made = await backups.create();
    await audited(request, 'backup_made', made.ok ? made.value.file : refusalText(made.error), made.ok);
    return made.ok ? made.value : made;
  });
}
