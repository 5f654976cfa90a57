// What the user is doing in the tables: the open editor, the selected rows, and what happens when a cell is left.
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useAlertConfigDraft } from '../../alert-config/draft.tsx';
import type { CellActions, CellDraft, Move } from './cell-context.ts';
import {
  clickedOffline,
  disabledChanges,
  finished,
  offlineChanges,
  offlineOf,
  resetChanges,
  type Values,
  valueChanges,
} from './changes.ts';
import type { FieldName } from './fields.ts';
import type { Row, ValueRow } from './rows.ts';
import { pathOf, type Target } from './targets.ts';
import { readText, wrongText } from './value-text.ts';

export interface Editing {
  key: string;
  field: FieldName;
  draft: CellDraft;
}

export interface TextOfCell {
  row: ValueRow;
  field: FieldName;
  text: string;
}

interface EditingDeps {
  /** The rows of the table that a row stands in, for the selection of a range. */
  rowsWith(row: ValueRow): readonly Row[];
  /** Puts the focus on the cell, or the one beside or below it. Called when the cell shows its value again. */
  focusCell(row: ValueRow, field: FieldName, move: Move): void;
}

export function useEditing({ rowsWith, focusCell }: EditingDeps) {
  const draft = useAlertConfigDraft();
  const { config, setAll, refuse, reset } = draft;
  const [editing, setEditing] = useState<Editing | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  /** Where the focus goes once the editor is gone. */
  const next = useRef<{ row: ValueRow; field: FieldName; move: Move }>(undefined);
  useLayoutEffect(() => {
    if (editing !== null || !next.current) return;
    const { row, field, move } = next.current;
    next.current = undefined;
    focusCell(row, field, move);
  });

  const apply = (values: Values) => values.length > 0 && setAll(finished(config, values));

  /** Texts into cells, in one step. Texts that are no value stay in their cells. Returns how many of those there are. */
  const write = (cells: readonly TextOfCell[]): number => {
    const values: Values = [];
    const wrong: TextOfCell[] = [];
    for (const cell of cells) {
      const typed = readText(cell.row.target, cell.field, cell.text);
      if (typed.kind === 'wrong') wrong.push(cell);
      else
        values.push(
          ...valueChanges(config, cell.row.target, cell.field, typed.kind === 'value' ? typed.value : undefined),
        );
    }
    apply(values);
    for (const { row, field, text } of wrong) {
      const typed = readText(row.target, field, text);
      if (typed.kind === 'wrong') refuse(pathOf(config, row.target, field), text, wrongText(typed));
    }
    return wrong.length;
  };

  const impl: CellActions = {
    edit: ({ key }, field, text) => setEditing({ key, field, draft: { text, isOpen: false } }),
    commit(row, field, text, move) {
      setEditing(null);
      write([{ row, field, text }]);
      next.current = { row, field, move };
    },
    leave(row, field, text) {
      setEditing(null);
      if (text !== undefined) write([{ row, field, text }]);
    },
    cancel(row, field) {
      setEditing(null);
      next.current = { row, field, move: 'stay' };
    },
    clear: (row, field) => void write([{ row, field, text: '' }]),
    takeTheirs: ({ target }, field) => reset(pathOf(config, target, field)),
    offline({ target }) {
      const now = offlineOf(config, target);
      if (now !== undefined) apply(offlineChanges(config, target, clickedOffline(target.section, now)));
    },
    disable: ({ target }, disabled) => apply(disabledChanges(config, target, disabled)),
    reset: ({ target }) => apply(resetChanges(config, target)),
    select(row, on, range) {
      const keys = range ? between(rowsWith(row), last.current, row.key) : [row.key];
      last.current = row.key;
      setSelected((before) => changed(before, keys, on));
    },
  };
  const latest = useRef(impl);
  useLayoutEffect(() => {
    latest.current = impl;
  });
  /** The same object each time, so that rows do not render again because of it. */
  const actions = useMemo(
    (): CellActions => ({
      edit: (...of) => latest.current.edit(...of),
      commit: (...of) => latest.current.commit(...of),
      leave: (...of) => latest.current.leave(...of),
      cancel: (...of) => latest.current.cancel(...of),
      clear: (...of) => latest.current.clear(...of),
      takeTheirs: (...of) => latest.current.takeTheirs(...of),
      offline: (...of) => latest.current.offline(...of),
      disable: (...of) => latest.current.disable(...of),
      reset: (...of) => latest.current.reset(...of),
      select: (...of) => latest.current.select(...of),
    }),
    [],
  );

  return {
    draft,
    editing,
    actions,
    write,
    selected,
    select: (keys: readonly string[], on: boolean) => setSelected((before) => changed(before, keys, on)),
    clearSelection: () => setSelected(new Set()),
    /** The same change to several rows, in one step. */
    change: (targets: readonly Target[], of: (target: Target) => Values) => apply(targets.flatMap(of)),
  };
}

export type EditingState = ReturnType<typeof useEditing>;

function changed(before: ReadonlySet<string>, keys: readonly string[], on: boolean): ReadonlySet<string> {
  const next = new Set(before);
  for (const key of keys)
    if (on) next.add(key);
    else next.delete(key);
  return next;
}

/** The rows that can be selected, from one to the other. */
function between(rows: readonly Row[], from: string | undefined, to: string): string[] {
  const keys = rows.filter(({ kind }) => kind === 'resource' || kind === 'shared').map(({ key }) => key);
  const [a, b] = [from === undefined ? -1 : keys.indexOf(from), keys.indexOf(to)];
  return a < 0 ? [to] : keys.slice(Math.min(a, b), Math.max(a, b) + 1);
}
