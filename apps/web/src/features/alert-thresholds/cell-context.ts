// What the cells of a row are made from. Every part is the same object until it changes, so that only rows that changed render again.
import type { Policy } from '@belfry/domain/alerts/thresholds';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import type { FieldState } from '../../alert-config/draft.tsx';
import type { FieldName } from './fields.ts';
import type { ItemRow, ValueRow } from './rows.ts';
import { type CellValue, cellValue, inheritedValue, policyValue } from './targets.ts';

/** Where the focus goes after an edit. */
export type Move = 'stay' | 'down' | 'up' | 'right' | 'left';

export interface CellActions {
  /** `text`: what was typed to begin, instead of the current value. */
  edit(row: ValueRow, field: FieldName, text?: string): void;
  commit(row: ValueRow, field: FieldName, text: string, move: Move): void;
  /** The user went somewhere else, and keeps the focus there. Without a text nothing changes. */
  leave(row: ValueRow, field: FieldName, text: string | undefined): void;
  /** Ends the editing without a change. */
  cancel(row: ValueRow, field: FieldName): void;
  /** Removes the value of the row. */
  clear(row: ValueRow, field: FieldName): void;
  takeTheirs(row: ValueRow, field: FieldName): void;
  offline(row: ValueRow): void;
  disable(row: ValueRow, disabled: boolean): void;
  reset(row: ValueRow): void;
  select(row: ValueRow, selected: boolean, range: boolean): void;
}

export type Notes = { readonly [F in FieldName]?: FieldState };

/** What has been typed into the open editor. It is kept while its row is scrolled away and not rendered. */
export interface CellDraft {
  /** Undefined while nothing has been typed. */
  text: string | undefined;
  /** Whether the editor has had the focus. */
  isOpen: boolean;
}

export interface CellContext {
  /** Null for a resource that is not being edited: its policies are all it needs. */
  config: AlertConfig | null;
  saved: AlertConfig | null;
  /** Of a resource: what holds for it now, as saved, and without its own override. Null for any other row. */
  now: Policy | null;
  before: Policy | null;
  inherited: Policy | null;
  /** The field that is being edited. */
  editing: FieldName | null;
  draft: CellDraft | undefined;
  /** What there is to say about fields of this row. */
  notes: Notes | undefined;
  selected: boolean;
  expanded: boolean | undefined;
  mayEdit: boolean;
  /** In the details of a row Tab reaches every button; in a table the arrows do. */
  tabIndex: 0 | -1;
  /** False while the switch of the table has all offline alerts off. */
  tableOffline: boolean;
  actions: CellActions;
}

export interface CellState {
  now: CellValue;
  /** The saved value, where it is another one. */
  was: CellValue | undefined;
  inherited: CellValue;
}

/** Undefined where the row has no such value. */
export function cellState(row: ValueRow, field: FieldName, context: CellContext): CellState | undefined {
  const { config, saved, now, before, inherited } = context;
  if (now && before && inherited)
    return stateOf(policyValue(now, field), policyValue(before, field), policyValue(inherited, field));
  if (!config || !saved) return undefined;
  return stateOf(
    cellValue(config, row.target, field),
    cellValue(saved, row.target, field),
    inheritedValue(config, row.target, field),
  );
}

const stateOf = (now?: CellValue, was?: CellValue, inherited?: CellValue): CellState | undefined =>
  now && was && inherited && { now, was: differs(now, was) ? was : undefined, inherited };

const differs = (a: CellValue, b: CellValue): boolean => a.value !== b.value || a.from !== b.from;

export const isValueRow = (row: ItemRow): row is ValueRow => 'target' in row;
