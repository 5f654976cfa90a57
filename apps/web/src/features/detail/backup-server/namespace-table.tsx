// How many backups each namespace has, how old they are, and how many were verified.
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import { useMemo } from 'react';
import { formatCount, NONE } from '../../../lib/language/format.ts';
import { shortMoment } from '../../../lib/moment.ts';
import { MINUTE_MS, useNow } from '../../../lib/now.ts';
import { useList, useLive } from '../../../live/use-live.ts';
import { Card } from '../../../ui/card.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { EvidenceTable, type TextColumn } from './evidence-table.tsx';
import { messages } from './messages.ts';
import { type NamespaceRow, namespaceRows } from './namespace-rows.ts';

const count = (id: 'groups' | 'backups' | 'protected'): TextColumn<NamespaceRow> => ({
  id,
  head: () => messages.heads[id],
  numeric: true,
  cell: ({ [id]: own }) => (own === 0 ? <span className="unknown text-mute">{NONE}</span> : formatCount(own)),
});

const moment = (id: 'newest' | 'oldest'): TextColumn<NamespaceRow> => ({
  id,
  head: () => messages.heads[id],
  numeric: true,
  cell: ({ [id]: at }) => <Moment at={at} />,
});

function Moment({ at }: { at: string | undefined }) {
  const now = useNow(MINUTE_MS);
  if (at === undefined) return <span className="unknown text-mute">{NONE}</span>;
  return <span className="whitespace-nowrap tabular-nums">{shortMoment(Date.parse(at), now)}</span>;
}

const columns: readonly TextColumn<NamespaceRow>[] = [
  {
    id: 'namespace',
    head: () => messages.heads.namespace,
    cell: ({ datastore, namespace }) => (
      <span className="wrap-anywhere">
        <b className="font-[550]">{datastore}</b>
        {namespace === '' ? <span className="text-mute"> {messages.root}</span> : `/${namespace}`}
      </span>
    ),
  },
  count('groups'),
  count('backups'),
  moment('newest'),
  moment('oldest'),
  {
    id: 'verified',
    head: () => messages.heads.verified,
    numeric: true,
    cell: ({ finished, verified, damaged }) => (
      <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
        {damaged > 0 && (
          <span className="whitespace-nowrap font-semibold text-crit">
            <Dot state="crit" label="" /> {messages.damaged(damaged)}
          </span>
        )}
        {finished === 0 ? (
          <span className="text-mute">{NONE}</span>
        ) : (
          // not rounded up: 100% is all of them
          messages.percent(Math.floor((100 * verified) / finished))
        )}
      </span>
    ),
  },
  count('protected'),
];

export function NamespaceTable({ server }: { server: PbsInstance }) {
  const backups = useList('pbsBackups');
  const isLoading = useLive(({ archives }) => archives === 'none');
  const rows = useMemo(() => namespaceRows(server, backups), [server, backups]);
  const isEmpty = rows.every((row) => row.backups === 0);
  return (
    <Card title={messages.namespaces} flush>
      {isLoading || isEmpty ? (
        <p role="status" className="px-4 py-3 text-sm text-mute">
          {isLoading ? messages.loadingBackups : messages.noBackups}
        </p>
      ) : (
        <EvidenceTable label={messages.namespaces} rows={rows} columns={columns} keyOf={({ key }) => key} />
      )}
    </Card>
  );
}
