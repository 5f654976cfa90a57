// The backups that Belfry makes of itself: whether they work, which there are, and one more now.
import type { OwnBackupStatus } from '@belfry/schema/http/own-backups';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LoaderCircle, Save } from 'lucide-react';
import { ApiError } from '../../../api/client.ts';
import { version } from '../../../api/monitoring.ts';
import { formatAgo, formatBytes } from '../../../lib/language/format.ts';
import { useMay } from '../../../lib/may.ts';
import { useTimeText } from '../../../lib/now.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSkeleton } from '../../../ui/card.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { BackupList } from './backup-list.tsx';
import { BackupState } from './backup-state.tsx';
import { BackupsOff } from './backups-off.tsx';
import { Copyable } from './copyable.tsx';
import { messages } from './messages.ts';
import { backUpNow, ownBackups } from './queries.ts';
import { restoreCommand } from './restore-command.ts';

export function OwnBackupsCard() {
  const mayConfigure = useMay('configure');
  if (mayConfigure) return <Loaded />;
  return (
    <Card title={messages.title} hint={messages.hint}>
      <p className="text-sm text-mute">{messages.adminOnly}</p>
    </Card>
  );
}

function Loaded() {
  const saved = useQuery(ownBackups);
  const { data, error, dataUpdatedAt } = saved;
  if (!data && !error) return <CardSkeleton />;
  if (data?.enabled) return <Panel status={data} saidAt={dataUpdatedAt} isOld={error !== null} />;
  return (
    <Card title={messages.title} hint={messages.hint}>
      {data ? <BackupsOff /> : <LoadFailure text={messages.loadFailed} query={saved} />}
    </Card>
  );
}

interface PanelProps {
  status: OwnBackupStatus;
  /** Epoch ms: when the server said it. */
  saidAt: number;
  /** It did not answer since. */
  isOld: boolean;
}

function Panel({ status, saidAt, isOld }: PanelProps) {
  const queries = useQueryClient();
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: backUpNow,
    onSettled: () => queries.invalidateQueries({ queryKey: ownBackups.queryKey }),
  });
  return (
    <Card
      title={messages.title}
      hint={messages.hint}
      flush
      actions={
        <Button look="framed" disabled={isPending} aria-busy={isPending} onClick={() => mutate()}>
          {isPending ? (
            <LoaderCircle size={14} aria-hidden className="animate-spin motion-reduce:animate-none" />
          ) : (
            <Save size={14} aria-hidden />
          )}
          {isPending ? messages.working : messages.now}
        </Button>
      }
    >
      <div className="flex flex-col gap-3 p-4">
        {isOld && <Outdated saidAt={saidAt} />}
        {data && <Problem tone="ok">{messages.made(data.file, formatBytes(data.sizeBytes))}</Problem>}
        {error && !isShown(error, status) && (
          <Problem>
            {messages.notMade} {error.message}
          </Problem>
        )}
        <BackupState status={status} saidAt={saidAt} />
      </div>
      <BackupList backups={status.backups} />
      <Restore status={status} />
    </Card>
  );
}

/** The reason of a failed attempt is that of the status. */
const isShown = (error: Error, { problem }: OwnBackupStatus): boolean =>
  problem !== undefined && error instanceof ApiError && error.refusal.code === 'unavailable';

function Outdated({ saidAt }: { saidAt: number }) {
  const ago = useTimeText((now) => formatAgo(saidAt, now));
  return <Problem tone="warn">{messages.outdated(ago)}</Problem>;
}

function Restore({ status: { folder, backups } }: { status: OwnBackupStatus }) {
  const isDocker = useQuery(version).data?.isDocker ?? false;
  const text = restoreCommand({ folder, file: backups[0]?.file, isDocker });
  return (
    <div className="flex flex-col gap-2 border-t border-line-soft p-4 text-sm">
      <p className="text-soft">{messages.restore}</p>
      <Copyable text={text} what={messages.command} />
    </div>
  );
}
