// A table of text whose rows can have lines below them that say why: one sentence first, the evidence after.
import type { ReactNode } from 'react';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ItemRow } from '../../../ui/table/item-row.tsx';
import './backup-server.css';

export interface Evidence {
  tone: 'crit' | 'warn';
  /** What is wrong. */
  head: string;
  /** In the words of the server. */
  words: string;
}

export interface TextColumn<T> {
  id: string;
  head(): string;
  numeric?: boolean;
  cell(row: T): ReactNode;
}

interface EvidenceTableProps<T> {
  label: string;
  rows: readonly T[];
  /** The first one names the row. */
  columns: readonly TextColumn<T>[];
  keyOf(row: T): string;
  evidenceOf?(row: T): readonly Evidence[];
}

type Row<T> = { kind: 'item'; key: string; thing: T } | { kind: 'detail'; key: string; evidence: Evidence };

/** The browser decides the widths. */
const SIZE = { min: 1 };
const context = {};
const none = () => [];

export function EvidenceTable<T>({ label, rows, columns, keyOf, evidenceOf = none }: EvidenceTableProps<T>) {
  const all = rows.flatMap((thing): Row<T>[] => {
    const key = keyOf(thing);
    const below = evidenceOf(thing).map(
      (evidence, nth): Row<T> => ({ kind: 'detail', key: `${key} ${nth}`, evidence }),
    );
    return [{ kind: 'item', key, thing }, ...below];
  });
  return (
    <div className="evidence" data-columns={columns.length}>
      <DataTable
        label={label}
        role="table"
        prose
        rows={all}
        columns={columns.map((column): Column<T> => ({ ...column, ...SIZE }))}
        item={({ key, thing }, place) => <ItemRow key={key} place={place} item={thing} context={context} />}
        detail={({ evidence: { tone, head, words } }) => (
          <p className="wrap-anywhere">
            <b className={`font-semibold text-${tone}`}>{head}</b>{' '}
            {words !== '' && <span className="ml-2 font-mono text-xs">{words}</span>}
          </p>
        )}
      />
    </div>
  );
}
