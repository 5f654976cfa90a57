// The containers, by host or in one list.
import { containerSubject } from '@belfry/domain/alerts/subjects';
import { containerId } from '@belfry/domain/ids';
import { useAlertPolicies } from '../../../api/alert-config.ts';
import { createLimits } from '../../../lib/limits.ts';
import { usePref } from '../../../lib/prefs.ts';
import { useAlertMarks } from '../../../live/use-alert-marks.ts';
import { useAlertsOf } from '../../../live/use-alerts-of.ts';
import { AlertList } from '../../../ui/alerts/alert-list.tsx';
import { NoneFound } from '../../../ui/none-found.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { rowHeights } from '../../../ui/table/heights.ts';
import { ItemRow } from '../../../ui/table/item-row.tsx';
import { rowLook } from '../../../ui/table/row-look.ts';
import { columnsOf } from '../../../ui/table/sort.ts';
import { useHold } from '../../../ui/table/use-hold.ts';
import type { Filters } from '../filters.ts';
import { messages } from '../messages.ts';
import { expandedPref } from '../preferences.ts';
import { containerColumns } from './columns.tsx';
import { ContainerDetail } from './container-detail.tsx';
import { HostHead } from './host-head.tsx';
import type { Entry } from './rows.ts';
import { useContainerRows } from './use-container-rows.ts';

const heights = rowHeights({ detail: 170 }, { detail: 420 });
const containerLimits = createLimits(
  ({ host, container }: Entry) => containerSubject(host, container),
  ({ host, container }) => containerId(host.id, container),
);

export function ContainerTable({ filters }: { filters: Filters }) {
  const [opened, setOpened] = usePref(expandedPref);
  const marks = useAlertMarks();
  const policies = useAlertPolicies();
  const { held, handlers } = useHold();
  const { rows, counts } = useContainerRows(filters, held, opened);
  const { grouping } = filters;
  const search = filters.search.trim();
  const why = search === '' ? messages.noneHere : messages.noMatch(search);
  return (
    <DataTable
      label={messages.table}
      role="treegrid"
      rows={rows}
      columns={containerColumns[grouping]}
      {...columnsOf(filters)}
      heights={heights}
      hold={handlers}
      onOpen={({ key }) => setOpened({ ...opened, [key]: !opened[key] })}
      group={({ host, running, count }) => <HostHead host={host} running={running} count={count} />}
      mark={({ host }) => marks.get(host.id)}
      item={(entry, place) => {
        const expanded = opened[entry.key] ?? false;
        return (
          <ItemRow
            key={entry.key}
            place={place}
            item={entry}
            context={{ grouping, expanded, limits: containerLimits(policies, entry) }}
            look={`cursor-pointer ${rowLook(entry.figures)}`}
            mark={marks.get(entry.key)}
            expanded={expanded}
          />
        );
      }}
      detail={({ entry }) => <ContainerDetail entry={entry} />}
      above={<HostAlerts host={filters.host} />}
      below={rows.length === 0 && <NoneFound title={messages.notFound} why={why} filters={filters} />}
      legend={messages.legend(counts)}
    />
  );
}

/** The alerts of the selected host. */
const HostAlerts = ({ host }: { host: string | null }) => (
  <AlertList alerts={useAlertsOf(host ?? undefined)} className="border-b border-line px-3.5 py-2" />
);
