// More facts about the selected node, and its alerts.
import { datastoreId } from '@belfry/domain/ids';
import { Link } from '@tanstack/react-router';
import { useAlertsOf } from '../../live/use-alerts-of.ts';
import { useList } from '../../live/use-live.ts';
import { AlertList } from '../../ui/alerts/alert-list.tsx';
import type { SummaryRow } from './summary-rows.ts';

const none: never[] = [];

export function Facts({ row }: { row: SummaryRow }) {
  const alerts = useAlertsOf(row.id, row.instance);
  const stores = useList('pbs').find(({ id }) => id === row.id)?.datastores ?? none;
  if (row.facts === '' && alerts.length === 0 && stores.length === 0) return null;
  return (
    <div className="card mt-1 flex max-h-40 flex-col gap-1.5 overflow-y-auto! px-3 py-1.5 text-sm text-soft">
      <p>
        <b className="font-semibold">{row.name}</b> {row.facts}
        {stores.map(({ name }) => (
          <Link
            key={name}
            to="/datastores/$id"
            params={{ id: datastoreId(row.id, name) }}
            className="mr-3 inline-block hover:underline max-md:min-h-10"
          >
            {name}
          </Link>
        ))}
      </p>
      <AlertList alerts={alerts} />
    </div>
  );
}
