// The log of messages: where each was sent, what was answered, and what comes next. Filters and page are in the URL.
import type { Delivery } from '@belfry/schema/notifications/delivery';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useNow } from '../../../lib/now.ts';
import { toggled } from '../../../lib/toggled.ts';
import type { ChangeView } from '../../../lib/view/use-view.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ItemRow } from '../../../ui/table/item-row.tsx';
import { messages as page } from '../destinations/messages.ts';
import { logColumns } from './columns.tsx';
import { DeliveryDetail } from './delivery-detail.tsx';
import { messages } from './messages.ts';
import { deliveries, known } from './queries.ts';
import type { LogView } from './view.ts';

interface DeliveryLogProps {
  view: LogView;
  onChange: ChangeView<LogView>;
}

export function DeliveryLog({ view, onChange }: DeliveryLogProps) {
  const id = useId();
  const { data, error, isPlaceholderData } = useQuery(deliveries(view));
  const now = Math.floor(useNow() / 60_000) * 60_000;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => rowsOf(data?.entries ?? [], opened), [data, opened]);
  const isFiltered = view.destination !== null || view.state !== 'all';
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-2 flex flex-wrap items-end gap-x-3 gap-y-2">
        <h2 id={id} className="font-semibold md:pb-2">
          {messages.title}
        </h2>
        <p className="flex-1 text-sm text-mute md:pb-2">{messages.hint}</p>
        <Filters view={view} onChange={onChange} entries={data?.entries ?? []} />
      </div>
      {error && <Problem className="mb-2">{messages.failed(error.message)}</Problem>}
      {data && (
        <DataTable
          label={messages.list}
          role="treegrid"
          rows={rows}
          columns={logColumns}
          onOpen={({ key }) => setOpened((before) => toggled(before, key))}
          item={({ key, delivery }, place) => (
            <ItemRow
              key={key}
              place={place}
              item={delivery}
              context={{ expanded: opened.has(key), now }}
              look="cursor-pointer"
              expanded={opened.has(key)}
            />
          )}
          detail={({ delivery }) => <DeliveryDetail delivery={delivery} />}
          below={
            rows.length === 0 && (
              <p role="status" className="px-4 py-6 text-center text-mute">
                {isFiltered || view.page > 1 ? messages.noMatch : messages.none}
              </p>
            )
          }
        />
      )}
      {data && (
        <nav aria-label={messages.pages} className="mt-2 flex items-center gap-2">
          <Button
            look="framed"
            disabled={view.page === 1 || isPlaceholderData}
            onClick={() => onChange({ page: view.page - 1 })}
          >
            {messages.newer}
          </Button>
          <Button
            look="framed"
            disabled={!data.more || isPlaceholderData}
            onClick={() => onChange({ page: view.page + 1 })}
          >
            {messages.older}
          </Button>
          <span className="text-sm text-mute tabular-nums">{messages.page(view.page)}</span>
        </nav>
      )}
      {!data && !error && (
        <p role="status" className="card p-4 text-mute">
          {messages.loading}
        </p>
      )}
    </section>
  );
}

function Filters({ view, onChange, entries }: DeliveryLogProps & { entries: readonly Delivery[] }) {
  const { data = [] } = useQuery(known);
  const destinations = new Map<string, string>([['email', messages.email], ...data]);
  // destinations that were removed are still in the log
  for (const { destination } of entries)
    if (!destinations.has(destination.id)) destinations.set(destination.id, destination.name);
  if (view.destination !== null && !destinations.has(view.destination))
    destinations.set(view.destination, view.destination);
  const states = { all: messages.allStates, ...page.standing.states };
  return (
    <div className="flex flex-wrap items-end gap-2 max-md:w-full">
      {(view.destination !== null || view.state !== 'all') && (
        <Button className="md:mb-0.5" onClick={() => onChange({ destination: null, state: 'all', page: 1 })}>
          {messages.reset}
        </Button>
      )}
      <SelectField
        className="w-56 max-md:w-full"
        label={messages.destination}
        options={[['', messages.allDestinations], ...destinations]}
        value={view.destination ?? ''}
        onValue={(id) => onChange({ destination: id === '' ? null : id, page: 1 })}
      />
      <SelectField
        className="w-40 max-md:w-full"
        label={messages.state}
        options={states}
        value={view.state}
        onValue={(state) => onChange({ state, page: 1 })}
      />
    </div>
  );
}

const rowsOf = (entries: readonly Delivery[], opened: ReadonlySet<string>) =>
  entries.flatMap((delivery) => [
    { kind: 'delivery' as const, key: delivery.id, delivery },
    ...(opened.has(delivery.id) ? [{ kind: 'detail' as const, key: `${delivery.id}/detail`, delivery }] : []),
  ]);
