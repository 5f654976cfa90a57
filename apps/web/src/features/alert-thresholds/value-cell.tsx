// One value of a row: the number, where it comes from, what is saved. A click or a key opens the editor in its place.
import { Theirs } from '../../lib/draft/theirs.tsx';
import { hint } from '../../ui/hint.tsx';
import { type CellContext, type CellState, cellState } from './cell-context.ts';
import { CellEditor } from './cell-editor.tsx';
import { type FieldName, isOff, shownNumber } from './fields.ts';
import { messages } from './messages.ts';
import { rowName } from './row-name.ts';
import type { ValueRow } from './rows.ts';
import { inheritedText, originText, valueText } from './value-text.ts';

interface ValueCellProps {
  row: ValueRow;
  field: FieldName;
  context: CellContext;
}

export function ValueCell({ row, field, context }: ValueCellProps) {
  const state = cellState(row, field, context);
  if (!state) return null;
  if (context.editing === field)
    return <CellEditor key={`${row.key} ${field}`} row={row} field={field} state={state} context={context} />;
  return <Value row={row} field={field} state={state} context={context} />;
}

function Value({ row, field, state, context }: ValueCellProps & { state: CellState }) {
  const { target } = row;
  const { now, was } = state;
  const note = context.notes?.[field];
  const text = note?.text ?? valueText(target, now.value);
  const looks = `threshold from-${target.kind === 'defaults' ? 'own' : now.from} ${isOff(now.value) && target.kind !== 'delays' ? 'is-off' : ''} ${was ? 'is-changed' : ''} ${note?.error === undefined ? '' : 'is-wrong'}`;
  const content = (
    <>
      {now.from !== 'default' && target.kind !== 'delays' && <i aria-hidden />}
      {was && <s>{valueText(target, was.value)}</s>}
      <span>{text}</span>
    </>
  );
  const explained = hint([note?.error, ...sayings(row, state)].filter((line) => line !== undefined).join('\n'));
  if (!context.mayEdit)
    return (
      <span className={looks} {...explained}>
        {content}
      </span>
    );
  const label = messages.cell(rowName(row), messages.heads[field], [text, originText(target, now)].join(', '));
  return (
    <>
      <button
        type="button"
        tabIndex={context.tabIndex}
        data-field={field}
        className={looks}
        aria-label={note?.error === undefined ? label : `${label}. ${note.error}`}
        {...explained}
        onClick={() => context.actions.edit(row, field)}
      >
        {content}
      </button>
      {note?.error !== undefined && (
        <span role="alert" className="threshold-problem">
          {note.error}
        </span>
      )}
      {note?.theirs && (
        <span className="threshold-theirs">
          <Theirs
            value={valueText(target, shownNumber(note.theirs.value))}
            onTake={() => context.actions.takeTheirs(row, field)}
          />
        </span>
      )}
    </>
  );
}

/** Where the value comes from, what is saved, what would hold without it. */
function sayings({ target }: ValueRow, { now, was, inherited }: CellState): string[] {
  const origin = `${valueText(target, now.value)}, ${originText(target, now)}`;
  return [
    origin,
    ...(was ? [messages.wasSaved(valueText(target, was.value))] : []),
    ...(now.from === 'own' || target.kind === 'defaults'
      ? [messages.inheritedIs(valueText(target, inherited.value), inheritedText(target, inherited))]
      : []),
  ];
}
