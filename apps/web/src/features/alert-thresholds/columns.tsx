// The columns of a table, as data. Those that do not fit are in the details of a row.
import type { Column } from '../../ui/table/column.ts';
import { type CellContext, isValueRow } from './cell-context.ts';
import type { FieldName } from './fields.ts';
import { messages } from './messages.ts';
import { NameCell } from './name-cell.tsx';
import { OfflineCell } from './offline-cell.tsx';
import { RowActions } from './row-actions.tsx';
import type { ItemRow } from './rows.ts';
import type { Section } from './sections.ts';
import { ValueCell } from './value-cell.tsx';

export type ThresholdColumn = Column<ItemRow, CellContext>;

/** Pixels. The same in all tables of a tab, so that their columns stand below each other. */
interface Sizes {
  name: number;
  field: number;
  /** For "Warn." with its mark, or only for "On" and "Off". */
  offline: number;
  /** Whether the values share the room that is left, or stay together. */
  spread: boolean;
}
const wide: Sizes = { name: 262, field: 84, offline: 84, spread: false };
/** All columns of every table but that of the gateways. */
const middle: Sizes = { name: 196, field: 70, offline: 78, spread: false };
/** Six columns, whose heads have two lines. */
const crowded: Sizes = { name: 196, field: 63, offline: 80, spread: false };
/** Sixteen columns of short numbers. */
const tight: Sizes = { name: 134, field: 47, offline: 62, spread: true };
const phone: Sizes = { name: 150, field: 68, offline: 0, spread: true };

/** A name of 20 characters, with its checkbox and the link to its page. */
const WHOLE_NAME = 220;

/** The width of the window, by what it has room for. */
export type Room = 'phone' | 'middle' | 'wide';

function sizesOf(section: Section, room: Room): Sizes {
  if (room === 'phone') return phone;
  if (section.room === 'tight') return tight;
  return room === 'wide' ? wide : section.room === 'crowded' ? crowded : middle;
}

const made = new Map<string, readonly ThresholdColumn[]>();

/** The same array each time. */
export function columnsOf(section: Section, room: Room): readonly ThresholdColumn[] {
  const key = `${section.id} ${room}`;
  const known = made.get(key) ?? makeColumns(section, sizesOf(section, room), room === 'phone');
  made.set(key, known);
  return known;
}

function makeColumns(section: Section, { name, field, offline, spread }: Sizes, narrow: boolean): ThresholdColumn[] {
  const grows = spread && !narrow ? 1 : 0;
  return [
    {
      id: 'name',
      head: () => messages.heads.name,
      min: name,
      good: Math.max(name, spread && section.fields.length > 0 ? 0 : WHOLE_NAME),
      grow: narrow ? 1 : grows,
      cell: (row, context) => <NameCell row={row} context={context} />,
    },
    ...section.fields.map((each, at) => valueColumn(each, field, grows, at + 1)),
    ...(spread ? [] : [{ id: 'rest', head: () => '', min: 1, grow: 1, priority: 0, cell: () => null }]),
    ...(section.offline && !narrow ? [offlineColumn(section, offline)] : []),
    ...(narrow ? [] : [actionColumn]),
  ];
}

const valueColumn = (field: FieldName, min: number, grow: number, priority: number): ThresholdColumn => ({
  id: field,
  head: () => messages.heads[field],
  min,
  grow,
  priority,
  numeric: true,
  cell: (row, context) => isValueRow(row) && <ValueCell row={row} field={field} context={context} />,
});

const offlineColumn = ({ id }: Section, min: number): ThresholdColumn => ({
  id: 'offline',
  head: () => (id === 'containers' ? messages.heads.state : messages.heads.offline),
  min,
  cell: (row, context) => isValueRow(row) && <OfflineCell row={row} context={context} />,
});

const actionColumn: ThresholdColumn = {
  id: 'actions',
  head: () => '',
  min: 76,
  wraps: true,
  cell: (row, context) => isValueRow(row) && <RowActions row={row} context={context} />,
};
