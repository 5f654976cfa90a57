// Everything that is known about one update.
import type { UpdateEntry } from '@belfry/schema/http/updates';
import { formatBytes, formatDuration } from '../../../lib/language/format.ts';
import { momentOf } from '../../../lib/moment.ts';
import { Button } from '../../../ui/button.tsx';
import { type Fact, Facts } from '../../../ui/detail.tsx';
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx';
import { messages } from './messages.ts';

interface EntryDetailsProps {
  entry: UpdateEntry;
  onClose(): void;
}

export function EntryDetails({ entry, onClose }: EntryDetailsProps) {
  const { version_from, version_to, user, error, backup_path, download_bytes, duration_ms } = entry;
  /** Nobody started it here: it was noticed. */
  const isNoticed = entry.notes !== '';
  const facts: (Fact | false)[] = [
    [messages.status, messages.statuses[entry.status]],
    [messages.kind, messages.kinds[entry.action]],
    [messages.started, momentOf(Date.parse(entry.timestamp))],
    duration_ms > 0 && [messages.duration, formatDuration(duration_ms)],
    Boolean(user) && [messages.by, user],
    !isNoticed && [messages.via, messages.vias[entry.initiated_via]],
    [messages.installed, entry.deployment_type],
    [messages.channel, entry.channel],
    Boolean(download_bytes) && [messages.download, formatBytes(download_bytes ?? 0)],
    Boolean(backup_path) && [messages.backup, <code key="path">{backup_path}</code>],
    Boolean(error) && [messages.error, error?.message],
    isNoticed && [messages.notes, messages.noticed],
  ];
  return (
    <Dialog title={messages.detailsOf(version_from, version_to)} onClose={onClose}>
      <DialogBody>
        <Facts facts={facts.filter((fact) => fact !== false)} />
      </DialogBody>
      <DialogFoot>
        <Button look="framed" autoFocus onClick={onClose}>
          {messages.close}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
