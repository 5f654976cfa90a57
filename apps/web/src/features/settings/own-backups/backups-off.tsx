// Shown while no backups are configured: what to set.
import { Copyable } from './copyable.tsx';
import { messages } from './messages.ts';

const VARIABLES = `BELFRY_BACKUP_DIR=/mnt/nas/belfry
BELFRY_BACKUP_PASSPHRASE_FILE=/etc/belfry/backup-passphrase`;

export const BackupsOff = () => (
  <div className="flex flex-col gap-2">
    <h3 className="font-medium">{messages.off}</h3>
    <p className="text-soft">{messages.offText}</p>
    <Copyable text={VARIABLES} what={messages.variables} />
    <p className="text-sm text-mute">{messages.offLocal}</p>
  </div>
);
