// Restart and recovery are done on the machine; these endpoints only say that.
import { applyRestart, getRecovery, postRecovery } from '@belfry/schema/http/recovery';
import type { Mount } from '../../http/mount.ts';

const NO_RESTART =
  'Belfry was not restarted. Changes take effect without a restart. Restart it with the service manager or container engine that started it.';
const ON_THE_MACHINE =
  'Recovery is a command on the machine Belfry runs on: "node apps/server/dist/main.js reset-password", in the container "belfry server reset-password". It gives the local account a new password and ends its sessions.';

export function recoveryRoutes(mount: Mount): void {
  mount(applyRestart, () => ({ success: false, message: NO_RESTART }));
  mount(getRecovery, () => ({ recovery_mode: false as const, message: ON_THE_MACHINE }));
  mount(postRecovery, () => ({ success: false, message: ON_THE_MACHINE }));
}
