// What was changed before the alert began: "2m before: memory 16 GB → 8 GB by root@pam". It came before; nobody says that it was the cause.
import { changesToAsk, lastChange, type Before as TimeBefore, timeBefore } from '@belfry/domain/journal/last-change';
import type { Alert } from '@belfry/schema/entities/alert';
import type { JournalEntry } from '@belfry/schema/journal/entry';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { changesBetween } from '../../api/journal.ts';
import { formatDuration } from '../../lib/language/format.ts';
import { useMay } from '../../lib/may.ts';
import { useLive } from '../../live/use-live.ts';
import { ChangeSentence } from '../../ui/journal/change-sentence.tsx';
import { messages } from '../../ui/journal/messages.ts';
import { momentLink, storageOf } from '../../ui/journal/moment-link.ts';

export function ChangeBefore({ alert }: { alert: Alert }) {
  const { data } = useQuery({ ...changesBetween(changesToAsk(alert)), enabled: useMay('read') });
  const start = Date.parse(alert.startTime);
  const entry = lastChange(data ?? [], start);
  const before = entry && timeBefore(entry, start);
  if (!entry || !before) return null;
  return <Before alert={alert} entry={entry} before={before} />;
}

function Before({ alert, entry, before }: { alert: Alert; entry: JournalEntry; before: TimeBefore }) {
  const [least, most] = [formatDuration(before.least), formatDuration(before.most)];
  const storage = useLive(({ state }) => storageOf(entry, state?.storage));
  const moment = momentLink(entry, storage);
  const isOwn = entry.resource === alert.resourceId;
  return (
    <p className="mt-1 break-words">
      <b className="font-semibold">{least === most ? messages.before(least) : messages.between(least, most)}</b>{' '}
      {!isOwn && <>{messages.of(entry.name || entry.resource, '')}</>}
      <ChangeSentence entry={entry} /> {entry.by !== null && messages.by(entry.by)}{' '}
      <Link to="/journal" search={{ resource: entry.resource, time: 'all' }} className="text-brand underline">
        {messages.showChange}
      </Link>
      {moment && (
        <>
          {' · '}
          <Link {...moment} className="text-brand underline">
            {messages.showMoment}
          </Link>
        </>
      )}
    </p>
  );
}
