// The physical disks of the nodes.
import { nodeId } from '@belfry/domain/ids';
import { nodeOnline } from '@belfry/domain/status';
import { HardDrive } from 'lucide-react';
import { useMemo } from 'react';
import { useSiteOf } from '../../../live/sites/use-site-of.ts';
import { useAlertMarks } from '../../../live/use-alert-marks.ts';
import { useGaps } from '../../../live/use-gaps.ts';
import { useList } from '../../../live/use-live.ts';
import { isUnread } from '../../../ui/disk-health/disk-health.ts';
import { GapList } from '../../../ui/gap-list.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { type ChosenColumns, rowsOf } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ItemRow } from '../../../ui/table/item-row.tsx';
import { rowLook } from '../../../ui/table/row-look.ts';
import { useHold } from '../../../ui/table/use-hold.ts';
import { useKeptOrder } from '../../../ui/table/use-kept-order.ts';
import { messages } from '../messages.ts';
import { diskColumns } from './columns.tsx';
import { selectDisks } from './rows.ts';
import { type DiskSort, sortDisks } from './sort.ts';

const PARTS = /^(physical disks|disk health)/;
const [fresh, old] = [{ isOld: false }, { isOld: true }];

interface DiskTableProps {
  search: string;
  /** The id of the selected node, null for all. */
  node: string | null;
  sort: DiskSort;
  onSort(sort: DiskSort): void;
  chosen: ChosenColumns;
  onChoose(chosen: ChosenColumns): void;
}

export function DiskTable({ search, node, sort, onSort, chosen, onChoose }: DiskTableProps) {
  const [disks, nodes] = [useList('physicalDisks'), useList('nodes')];
  const marks = useAlertMarks();
  const siteOf = useSiteOf();
  const { held, handlers } = useHold();
  const now = useMemo(
    () => sortDisks(selectDisks(disks, search, node, siteOf), sort),
    [disks, search, node, siteOf, sort],
  );
  const answering = new Set(nodes.filter(nodeOnline).map(({ id }) => id));
  const gaps = useGaps(PARTS);
  const shown = useKeptOrder({ now, all: now, held, view: JSON.stringify([search, node, sort]) });
  const rows = useMemo(() => rowsOf(shown, ({ id }) => id), [shown]);
  const selected = nodes.find(({ id }) => id === node);
  return (
    <DataTable
      label={messages.tabs.disks}
      role="grid"
      rows={rows}
      columns={diskColumns}
      chosen={chosen}
      onChoose={onChoose}
      sort={sort}
      onSort={(next) => next && onSort(next)}
      hold={handlers}
      item={({ key, thing }, place) => {
        const context = answering.has(nodeId(thing.instance, thing.node)) ? fresh : old;
        return (
          <ItemRow
            key={key}
            place={place}
            item={thing}
            context={context}
            look={rowLook(context.isOld ? 'old' : 'now')}
            mark={marks.get(key)}
          />
        );
      }}
      below={
        rows.length === 0 && (
          <Notice
            icon={<HardDrive />}
            title={messages.noDisks(selected && (selected.displayName || selected.name), search.trim())}
          >
            <GapList gaps={gaps} of={(gap) => gap.host} />
          </Notice>
        )
      }
      legend={messages.diskLegend(shown.length, shown.filter(isUnread).length)}
    />
  );
}
