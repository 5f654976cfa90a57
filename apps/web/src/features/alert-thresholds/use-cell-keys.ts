// The keyboard in the tables: the arrows keep the column, Enter and F2 open the editor, digits begin a new value, Delete removes it.
import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import type { CellActions, Move } from './cell-context.ts';
import type { FieldName } from './fields.ts';
import type { ValueRow } from './rows.ts';

const BETWEEN_ROWS = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End']);

interface CellKeys {
  /** A row with values, by its key. */
  rowOf(key: string): ValueRow | undefined;
  actions: CellActions;
  mayEdit: boolean;
}

export const fieldIn = (cell: Element | null): FieldName | undefined =>
  (cell?.querySelector<HTMLElement>('[data-field]')?.dataset.field ?? undefined) as FieldName | undefined;

export const cellAt = (root: Element | null, key: string, field: FieldName): HTMLTableCellElement | null =>
  root?.querySelector(`tr[data-key="${CSS.escape(key)}"] [data-field="${field}"]`)?.closest('td') ?? null;

function focusOn(cell: HTMLElement | null | undefined): void {
  if (!cell) return;
  cell.tabIndex = -1;
  cell.focus({ preventScroll: true });
}

export function useCellKeys({ rowOf, actions, mayEdit }: CellKeys) {
  /** The table's own navigation puts the focus on a row. With a column it goes on to the cell. */
  const column = useRef<number>(undefined);

  const onKeyDownCapture = (event: KeyboardEvent) => {
    const { target, key } = event;
    // a row leads to its values; Enter opens its details
    if (key === 'ArrowRight' && target instanceof HTMLTableRowElement) {
      const first = [...target.cells].find((each) => fieldIn(each) !== undefined);
      if (!first) return;
      event.preventDefault();
      event.stopPropagation();
      focusOn(first);
      return;
    }
    const cell = target instanceof HTMLTableCellElement ? target : null;
    const row = cell?.closest<HTMLElement>('tr[data-key]');
    column.current = cell && BETWEEN_ROWS.has(key) ? cell.cellIndex : undefined;
    if (!cell || !row || event.ctrlKey || event.metaKey || event.altKey) return;
    const handled = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    const isName = cell.cellIndex === 0;
    const control = cell.querySelector<HTMLElement>('button, input');
    if ((key === 'Enter' && !isName) || key === 'F2' || key === ' ') {
      if (control || !isName) handled();
      control?.click();
      return;
    }
    const field = fieldIn(cell);
    const found = row.dataset.key === undefined ? undefined : rowOf(row.dataset.key);
    if (!field || !found || !mayEdit) return;
    if (/^[\d.,−-]$/.test(key)) {
      handled();
      actions.edit(found, field, key);
    } else if (key === 'Delete' || key === 'Backspace') {
      handled();
      actions.clear(found, field);
    }
  };

  const onFocus = ({ target }: FocusEvent) => {
    if (column.current === undefined || !(target instanceof HTMLTableRowElement)) return;
    const cell = target.cells[column.current];
    if (target.classList.contains('row') && cell && target.cells.length > 1) focusOn(cell);
  };

  return { onKeyDownCapture, onFocus };
}

/** As the keyboard would do it, so that rows which are not rendered yet are scrolled to. */
export function moveFrom(cell: HTMLTableCellElement | null, move: Move): void {
  if (!cell) return;
  focusOn(cell);
  const keys: Partial<Record<Move, string>> = { down: 'ArrowDown', up: 'ArrowUp' };
  const key = keys[move];
  if (key) cell.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const beside = move === 'right' ? cell.nextElementSibling : move === 'left' ? cell.previousElementSibling : null;
  if (beside instanceof HTMLTableCellElement && fieldIn(beside)) focusOn(beside);
}
