// The tables of a tab: their rows, what is folded, opened and selected, and what the keyboard and the clipboard do in them.
import { type ClipboardEvent, type RefObject, useEffect, useMemo, useState } from 'react';
import { toggled } from '../../lib/toggled.ts';
import type { Move } from './cell-context.ts';
import type { FieldName } from './fields.ts';
import { rememberResources } from './known-resources.ts';
import { messages } from './messages.ts';
import { gridOf, pasteInto } from './paste.ts';
import type { Resource } from './resources.ts';
import { createStanding, FEW, type Row, rowsOf, type ValueRow } from './rows.ts';
import { type Section, sections, sectionsOf, type Tab } from './sections.ts';
import type { Target } from './targets.ts';
import { cellAt, fieldIn, moveFrom, useCellKeys } from './use-cell-keys.ts';
import { type EditingState, useEditing } from './use-editing.ts';
import { useOrphans } from './use-orphans.ts';
import { useResources } from './use-resources.ts';
import { sharedName } from './value-text.ts';
import type { ThresholdsView } from './view.ts';

interface Table {
  section: Section;
  resources: readonly Resource[];
  rows: readonly Row[];
  unfolded: boolean;
  onUnfold(group: string): void;
  onUnfoldAll: ((unfolded: boolean) => void) | undefined;
}

export function useTables(tab: Tab, { search, show }: ThresholdsView, frame: RefObject<HTMLElement | null>) {
  const { of: resources, nodeName } = useResources();
  const [opened, setOpened] = useState<ReadonlySet<string>>(none);
  /** What the last paste did. Not a toast, which would lie over the button that saves. */
  const [said, setSaid] = useState('');
  const [added, setAdded] = useState<ReadonlySet<string>>(none);
  const [unfolded, setUnfolded] = useState<Readonly<Record<string, ReadonlySet<string> | 'all'>>>({});

  const editing: EditingState = useEditing({
    rowsWith: (row) => list.find(({ section }) => section.id === row.target.section.id)?.rows ?? [],
    focusCell: (row, field, move) => focusAfter(frame.current, row, field, move),
  });
  const { config, saved, mayEdit } = editing.draft;
  const ids = sectionsOf[tab];
  const standings = useMemo(
    () => new Map(ids.map((id) => [id, createStanding(config, saved, sections[id])])),
    [ids, config, saved],
  );
  const list = useMemo(
    () =>
      ids.flatMap((id): Omit<Table, 'onUnfold' | 'onUnfoldAll' | 'unfolded'>[] => {
        const section = sections[id];
        const standing = standings.get(id);
        if (!standing) return [];
        const input = { section, resources: resources[id], config, saved, standing, search, show, opened, added };
        const rows = rowsOf({
          ...input,
          unfolded: unfolded[id] ?? none,
          sharedName: (key) => sharedName(key, nodeName),
        });
        const isEmpty = resources[id].length === 0 && !rows.some(({ kind }) => kind === 'shared');
        return isEmpty && !section.without ? [] : [{ section, resources: resources[id], rows }];
      }),
    [ids, resources, config, saved, standings, search, show, opened, added, unfolded, nodeName],
  );
  const counts = useMemo(() => {
    const all = ids.flatMap((id) => resources[id].map((each) => standings.get(id)?.(each)));
    return { custom: all.filter((each) => each?.custom).length, off: all.filter((each) => each?.off).length };
  }, [ids, resources, standings]);
  useEffect(() => {
    for (const all of Object.values(resources)) rememberResources(all);
  }, [resources]);
  const tags = useMemo(
    () => [...new Set(resources.guests.flatMap(({ tags: own = [] }) => own))].sort(),
    [resources.guests],
  );

  const orphans = useOrphans(config, tab, resources, search);

  const rowOf = (key: string): ValueRow | undefined => {
    for (const { rows } of list) for (const row of rows) if ('target' in row && row.key === key) return row;
    return undefined;
  };
  const keys = useCellKeys({ rowOf, actions: editing.actions, mayEdit });

  /** A row stays selected while it is folded or filtered away. */
  const selected = useMemo((): Target[] => {
    if (editing.selected.size === 0) return [];
    const found = ids.flatMap((id) => resources[id].filter(({ key }) => editing.selected.has(key)));
    const shared = list.flatMap(({ rows }) =>
      rows.filter((row) => row.kind === 'shared' && editing.selected.has(row.key)),
    );
    return [...found, ...shared].flatMap((each) => ('target' in each ? [each.target] : []));
  }, [ids, resources, list, editing.selected]);

  const onPaste = (event: ClipboardEvent) => {
    const cell = event.target instanceof Element ? event.target.closest('td') : null;
    const key = cell?.closest<HTMLElement>('tr[data-key]')?.dataset.key;
    const row = key === undefined ? undefined : rowOf(key);
    const text = event.clipboardData.getData('text');
    const inField = event.target instanceof HTMLInputElement && !/[\t\n]/.test(text.trim());
    if (!cell || !row || !mayEdit || inField) return;
    event.preventDefault();
    const table = list.find(({ section }) => section.id === row.target.section.id);
    if (!table) return;
    const beside = [...(cell.parentElement?.children ?? [])].slice(cell.cellIndex).map(fieldIn);
    const pasted = pasteInto({
      grid: gridOf(text),
      rows: table.rows,
      fields: beside.filter((field): field is FieldName => field !== undefined),
      from: row.key,
      named: table.resources.map((resource) => ({
        kind: 'resource',
        key: resource.key,
        target: resource.target,
        resource,
      })),
      headOf: (field) => messages.heads[field],
      allFields: row.target.section.fields,
    });
    const wrong = editing.write(pasted.cells);
    setSaid(pastedText(pasted, wrong));
  };

  return {
    editing,
    counts,
    selected,
    tags,
    orphans: show === 'off' ? [] : orphans,
    opened,
    said,
    keys,
    onPaste,
    onOpen: (key: string) => setOpened((before) => toggled(before, key)),
    onAdd(section: Section, key: string) {
      const known = Object.keys(config.overrides).find((each) => each.toLowerCase() === key.toLowerCase());
      setAdded((before) => new Set(before).add(`${section.id}:${known ?? key}`));
      setOpened((before) => new Set(before).add(`${section.id}:${known ?? key}`));
    },
    list: list.map((table): Table => {
      const { id } = table.section;
      const own = unfolded[id] ?? none;
      const isAll = own === 'all';
      const folds = search.trim() === '' && show === 'all' && (isAll || table.rows.some(({ kind }) => kind === 'more'));
      return {
        ...table,
        unfolded: isAll,
        onUnfold: (group) => setUnfolded({ ...unfolded, [id]: toggled(isAll ? none : own, group) }),
        onUnfoldAll:
          folds && table.resources.length > FEW
            ? (all) => setUnfolded({ ...unfolded, [id]: all ? 'all' : none })
            : undefined,
      };
    }),
  };
}

const none: ReadonlySet<string> = new Set();

/** In the tables, or in the details of a row. */
function focusAfter(frame: HTMLElement | null, row: ValueRow, field: FieldName, move: Move): void {
  const cell = cellAt(frame, row.key, field);
  if (cell) moveFrom(cell, move);
  else
    frame
      ?.querySelector<HTMLElement>(`[data-detail="${CSS.escape(row.key)}"] [data-field="${field}"]`)
      ?.focus({ preventScroll: true });
}

function pastedText({ cells, unknown, beyond }: ReturnType<typeof pasteInto>, wrong: number): string {
  const rows = new Set(cells.map(({ row }) => row.key)).size;
  const lines = [
    cells.length === 0 ? messages.paste.nothing : messages.paste.done(cells.length - wrong, rows),
    ...(wrong > 0 ? [messages.paste.wrong(wrong)] : []),
    ...(unknown.length > 0 ? [messages.paste.unknown(unknown.slice(0, MAX_NAMED).join(', '))] : []),
    ...(beyond > 0 ? [messages.paste.beyond(beyond)] : []),
  ];
  return lines.join(' ');
}
const MAX_NAMED = 5;
