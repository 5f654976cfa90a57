// Shown while no backups are configured: what to set.
import { CopyButton } from '../../../ui/copy-button.tsx';
import { messages } from './messages.ts';

const VARIABLES = `BELFRY_BACKUP_DIR=/mnt/nas/belfry
BELFRY_BACKUP_PASSPHRASE_FILE=/etc/belfry/backup-passphrase`;

export const BackupsOff = () => (
  <div className="flex flex-col gap-2">
    <h3 className="font-medium">{messages.off}</h3>
    <p className="text-soft">{messages.offText}</p>
    <div className="flex items-start gap-2 max-md:flex-col max-md:items-stretch">
      <pre className="min-w-0 flex-1 rounded-md border border-line bg-bg px-2.5 py-2 font-mono text-xs break-all whitespace-pre-wrap select-all [font-variant-ligatures:none]">
        {VARIABLES}
      </pre>
      <CopyButton text={VARIABLES} what={messages.variables} />
    </div>
    <p className="text-sm text-mute">{messages.offLocal}</p>
  </div>
);
