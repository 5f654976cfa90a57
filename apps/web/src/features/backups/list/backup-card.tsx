// One backup on a narrow window.
import { NONE } from '../../../lib/language/format.ts';
import { type Backup, UNFINISHED } from '../backup.ts';
import { Details, GuestKind, GuestPage, Kind, Owner, Size, Time, Verified } from './cells.tsx';
import type { CellContext } from './columns.tsx';
import { locationOf, nodeText } from './rows.ts';

export function BackupCard({ backup, ...context }: { backup: Backup } & CellContext) {
  return (
    <div className="flex h-full flex-col justify-center gap-1 border-b border-line-soft bg-panel px-3 text-sm">
      <div className="flex min-w-0 items-center gap-2">
        <GuestKind backup={backup} />
        <b className="truncate text-md font-[550]">{backup.name || backup.vmid || NONE}</b>
        <GuestPage backup={backup} />
        <span className="shrink-0 font-mono text-mute">{backup.type === 'Host' ? '' : backup.vmid}</span>
        <span className="ml-auto inline-flex shrink-0 items-center gap-2">
          {backup.verified !== undefined && <Verified backup={backup} />}
          <Kind backup={backup} />
        </span>
      </div>
      <div className="flex min-w-0 items-center justify-between gap-3">
        <Time backup={backup} {...context} />
        {(backup.size !== undefined || backup.status === UNFINISHED) && <Size backup={backup} />}
      </div>
      <div className="flex min-w-0 items-center gap-2 text-soft">
        <span className="max-w-[60%] shrink-0 truncate">
          {[nodeText(backup), locationOf(backup)].filter(Boolean).join(' · ')}
        </span>
        {backup.owner !== undefined && <Owner backup={backup} />}
        <span className="min-w-0 flex-1 overflow-hidden">
          {(backup.description !== '' || backup.protected || backup.encrypted) && <Details backup={backup} />}
        </span>
      </div>
    </div>
  );
}
