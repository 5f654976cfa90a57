// The audit log: who did what, when and from where.
import type { AuditEntry } from '@belfry/schema/http/security';
import { useInfiniteQuery } from '@tanstack/react-query';
import { audit } from '../../api/security.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dot } from '../../ui/dot.tsx';
import { ShortTable, type TextColumn } from '../../ui/table/short-table.tsx';
import { Empty, Loaded } from './loaded.tsx';
import { eventName, messages } from './messages.ts';
import { Ago } from './time.tsx';

export function Audit() {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(audit);
  const entries = data?.pages.flatMap((page) => page.entries);
  return (
    <Card flush title={messages.audit}>
      <Loaded query={{ data: entries, error }}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>{messages.noAudit}</Empty>
          ) : (
            <ShortTable label={messages.audit} rows={rows} columns={columns} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
      {hasNextPage && (
        <div className="p-2 text-center">
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {messages.more}
          </Button>
        </div>
      )}
    </Card>
  );
}

const columns: readonly TextColumn<AuditEntry>[] = [
  {
    head: () => messages.what,
    cell: ({ event, success }) => (
      <span className="inline-flex items-center gap-2">
        <Dot state={success ? 'ok' : 'warn'} label={success ? messages.happened : messages.refused} />
        <span className="font-medium">{eventName(event)}</span>
        {!success && <span className="text-sm text-warn">{messages.refused}</span>}
      </span>
    ),
  },
  { head: () => messages.when, cell: ({ at }) => <Ago iso={at} /> },
  { head: () => messages.who, cell: ({ user }) => user || '–' },
  { head: () => messages.address, cell: ({ ip }) => <span className="font-mono text-xs">{ip}</span> },
  { head: () => messages.details, cell: ({ details }) => <span className="text-soft">{details || '–'}</span> },
];
