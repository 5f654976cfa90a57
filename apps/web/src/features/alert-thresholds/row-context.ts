// The context of the cells of a row: see cell-context.ts.
import { policyOf } from '@belfry/domain/alerts/policy';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import type { CellContext, Notes } from './cell-context.ts';
import type { FieldName } from './fields.ts';
import type { ItemRow, ValueRow } from './rows.ts';
import { inheritedPolicy, type Section } from './sections.ts';
import { pathOf } from './targets.ts';
import type { EditingState } from './use-editing.ts';

export function contextOf(
  row: ItemRow,
  section: Section,
  { draft, editing, actions, selected }: EditingState,
  expanded: boolean | undefined,
  tabIndex: 0 | -1 = -1,
): CellContext {
  const { config, saved, mayEdit } = draft;
  const isEdited = editing?.key === row.key;
  const subject = row.kind === 'resource' ? row.target.subject : undefined;
  const needsConfig = subject === undefined || isEdited;
  return {
    config: needsConfig ? config : null,
    saved: needsConfig ? saved : null,
    now: subject ? policyOf(config, subject) : null,
    before: subject ? policyOf(saved, subject) : null,
    inherited: subject ? inheritedPolicy(config, subject) : null,
    editing: isEdited ? editing.field : null,
    draft: isEdited ? editing.draft : undefined,
    notes: 'target' in row ? notesOf(row, config, draft.field) : undefined,
    selected: selected.has(row.key),
    expanded,
    mayEdit,
    tabIndex,
    tableOffline: section.offlineOff === undefined || !config[section.offlineOff],
    actions,
  };
}

/** Undefined, which is always the same, for the many rows without any. */
function notesOf(row: ValueRow, config: AlertConfig, fieldOf: EditingState['draft']['field']): Notes | undefined {
  const notes: { [F in FieldName]?: ReturnType<typeof fieldOf> } = {};
  let any = false;
  for (const field of row.target.section.fields) {
    const note = fieldOf(pathOf(config, row.target, field));
    if (note.text === undefined && note.error === undefined && note.theirs === undefined) continue;
    notes[field] = note;
    any = true;
  }
  return any ? notes : undefined;
}
