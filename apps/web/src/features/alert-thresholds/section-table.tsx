// One table of the page, with its head.
import { Plus } from 'lucide-react';
import { useAtLeast } from '../../lib/breakpoint.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { rowHeights } from '../../ui/table/heights.ts';
import { ItemRow } from '../../ui/table/item-row.tsx';
import { useSlots } from '../../ui/table/slots.ts';
import { isValueRow } from './cell-context.ts';
import { columnsOf } from './columns.tsx';
import { messages } from './messages.ts';
import { contextOf } from './row-context.ts';
import { RowDetail } from './row-detail.tsx';
import type { Row } from './rows.ts';
import { SectionHead } from './section-head.tsx';
import type { Section } from './sections.ts';
import type { EditingState } from './use-editing.ts';
import { tableName } from './value-text.ts';

const heights = rowHeights({ detail: 120 }, { detail: 360 });

export interface SectionTableProps {
  section: Section;
  rows: readonly Row[];
  /** All of its resources, with and without filters. */
  count: number;
  editing: EditingState;
  opened: ReadonlySet<string>;
  unfolded: boolean;
  tags: readonly string[];
  /** What stands in an empty table. */
  empty: string;
  /** The search and the filter, as one text. */
  choice: string;
  onOpen(key: string): void;
  onUnfold(group: string): void;
  onUnfoldAll: ((unfolded: boolean) => void) | undefined;
  /** A row for an override by tag or by node. */
  onAdd(section: Section, key: string): void;
}

export function SectionTable(props: SectionTableProps) {
  const { section, rows, editing, opened } = props;
  const atLeast = useAtLeast();
  const room = !atLeast('md') ? 'phone' : atLeast('lg') ? 'wide' : 'middle';
  const hasGroups = section.id === 'guests' || section.id === 'storage' || section.id === 'containers';
  const slotOf = useSlots(props.choice);
  const isResource = ({ kind }: Row): boolean => kind === 'resource';
  return (
    <DataTable
      label={tableName(section)}
      role="treegrid"
      className={section.room ? heads[section.room] : ''}
      rows={rows}
      columns={columnsOf(section, room)}
      heights={heights}
      measured={opened.size > 0}
      above={
        <SectionHead
          section={section}
          count={props.count}
          editing={editing}
          hasRows={rows.some(isResource)}
          selectable={() => rows.filter(isResource).map(({ key }) => key)}
          unfolded={props.unfolded}
          onUnfold={props.onUnfoldAll}
          tags={props.tags}
          onTag={section.id === 'guests' ? (tag) => props.onAdd(section, `tag:${tag}`) : undefined}
        />
      }
      onOpen={(row) => (row.kind === 'more' ? props.onUnfold(row.group) : props.onOpen(row.key))}
      group={({ group, count }) => (
        <span className="flex items-center gap-2">
          <b className="font-semibold text-text">{group.name}</b>
          <span className="text-mute">{countText(section, count)}</span>
          {hasGroups && group.nodeId !== undefined && editing.draft.mayEdit && (
            <Button
              tabIndex={-1}
              className="quiet-action h-6! px-1.5!"
              aria-label={messages.forNode(group.name)}
              onClick={() => props.onAdd(section, `node:${group.nodeId}`)}
            >
              <Plus size={12} aria-hidden />
              {messages.forNodeShort}
            </Button>
          )}
        </span>
      )}
      item={(row, place) => {
        const expanded = isValueRow(row) ? opened.has(row.key) : row.isOpen;
        const context = contextOf(row, section, editing, expanded);
        const looks = [
          row.kind,
          ...(context.selected ? ['selected'] : []),
          ...(context.notes ? ['noted'] : []),
          ...(context.editing === null ? [] : ['editing']),
        ];
        return (
          <ItemRow
            key={slotOf(row.key, place.index)}
            place={place}
            item={row}
            context={context}
            look={looks.join(' ')}
            expanded={expanded}
            selected={isValueRow(row) ? context.selected : undefined}
          />
        );
      }}
      detail={({ of }) => <RowDetail of={of} editing={editing} />}
      below={!rows.some(isThing) && <p className="px-3.5 py-3 text-mute">{props.empty}</p>}
    />
  );
}

/** Long names of columns take two lines. */
const heads = { tight: 'two-lines tight', crowded: 'two-lines' };

const isThing = ({ kind }: Row): boolean => kind === 'resource' || kind === 'shared' || kind === 'more';

function countText({ id }: Section, count: number): string {
  if (id === 'storage') return messages.storages(count);
  if (id === 'containers') return messages.containers(count);
  return id === 'datastores' ? messages.datastores(count) : messages.guests(count);
}
