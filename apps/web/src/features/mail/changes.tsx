// The latest changes of the configuration of a mail gateway.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { changesOf } from '../../api/journal.ts';
import { useMay } from '../../lib/may.ts';
import { momentOf } from '../../lib/moment.ts';
import { changeText } from '../../ui/journal/change-text.ts';
import { messages as change } from '../../ui/journal/messages.ts';
import { messages } from './messages.ts';

const SHOWN = 5;
const FIELDS = 3;

export function Changes({ gateway, name }: { gateway: string; name: string }) {
  const { data = [] } = useQuery({ ...changesOf(gateway), enabled: useMay('read') });
  if (data.length === 0) return null;
  return (
    <section aria-label={messages.changes} className="card px-3.5 py-2 text-sm">
      <h3 className="mb-1 flex flex-wrap gap-x-3 font-semibold">
        {messages.changes}
        <Link
          to="/journal"
          search={{ resource: gateway, time: 'all' }}
          className="font-normal text-brand hover:underline"
        >
          {messages.allChanges}
        </Link>
      </h3>
      <ul className="flex flex-col gap-0.5">
        {data.slice(0, SHOWN).map((entry) => (
          <li key={entry.id} className="wrap-anywhere">
            <time dateTime={entry.at} className="mr-2 text-soft tabular-nums">
              {momentOf(Date.parse(entry.at))}
            </time>
            {entry.name === name ? changeText(entry, FIELDS) : change.of(entry.name, changeText(entry, FIELDS))}
          </li>
        ))}
      </ul>
    </section>
  );
}
