// The field in the place of a value. It says what the typed number would do. Enter and leaving it keep the text, Escape does not.
import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { valueAt } from '../alert-config/config-path.ts';
import type { CellContext, CellState, Move } from './cell-context.ts';
import { type FieldName, isOff, offeredFor } from './fields.ts';
import { messages } from './messages.ts';
import { rowName } from './row-name.ts';
import type { ValueRow } from './rows.ts';
import { pathOf } from './targets.ts';
import { effectText, inheritedText, readText, valueText, wrongText } from './value-text.ts';

interface CellEditorProps {
  row: ValueRow;
  field: FieldName;
  state: CellState;
  context: CellContext;
}

/** The size of the explanation, and its distance from the edges of the window. Pixels. */
const ABOUT = { width: 280, height: 170, edge: 14 };

/** Below the field and in line with its right end, as far as the window has room. `left` is from the left end of the field. */
function placeBeside({ left, right, bottom }: DOMRect): { above: boolean; left: number } {
  const most = window.innerWidth - ABOUT.width - ABOUT.edge;
  return {
    above: bottom + ABOUT.height > window.innerHeight,
    left: Math.max(ABOUT.edge, Math.min(right - ABOUT.width, most)) - left,
  };
}

export function CellEditor({ row, field, state, context: { typed, notes, actions, config } }: CellEditorProps) {
  const { target } = row;
  const { now, was, inherited } = state;
  const offered = target.kind !== 'delays' && isOff(now.value) ? offeredFor(field) : now.value;
  const [text, setText] = useState(() => typed ?? notes?.[field]?.text ?? messages.number(offered));
  const [place, setPlace] = useState({ above: false, left: 0 });
  const input = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  const about = useId();

  useLayoutEffect(() => {
    const own = input.current;
    if (!own) return;
    own.focus({ preventScroll: true });
    if (typed === undefined) own.select();
    setPlace(placeBeside(own.getBoundingClientRect()));
  }, [typed]);

  /** Once: a key that ends the editing also takes the focus away. */
  const end = (action: () => void) => {
    if (done.current) return;
    done.current = true;
    action();
  };
  const commit = (move: Move) => end(() => actions.commit(row, field, text, move));
  const cancel = () => end(() => actions.cancel(row, field));

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, Move> = {
      Enter: event.shiftKey ? 'up' : 'down',
      Tab: event.shiftKey ? 'left' : 'right',
    };
    const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    if (move) commit(move);
    else if (event.key === 'Escape') cancel();
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') step(event.key === 'ArrowUp' ? 1 : -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const step = (by: number) => {
    const value = readText(target, field, text);
    if (value.kind === 'value') setText(messages.number(value.value + by));
  };
  // more than one cell of a spreadsheet goes into more than this cell
  const onPaste = (event: ClipboardEvent) => {
    if (/[\t\n]/.test(event.clipboardData.getData('text').trim())) cancel();
  };

  const value = readText(target, field, text);
  const stored = config ? valueAt(config, pathOf(config, target, field)) : undefined;
  const inheritedValue = valueText(target, inherited.value);
  return (
    <span className="threshold-editor">
      <input
        ref={input}
        value={text}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        aria-label={messages.editor.title(messages.heads[field], rowName(row))}
        aria-invalid={value.kind === 'wrong'}
        aria-describedby={about}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => commit('stay')}
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label={messages.editor.cancel}
        // the field keeps the focus, so that leaving it does not save
        onPointerDown={(event) => event.preventDefault()}
        onClick={cancel}
      >
        <X size={12} aria-hidden />
      </button>
      <span
        id={about}
        role="status"
        className={`threshold-about ${place.above ? 'above' : ''}`}
        style={{ left: place.left }}
      >
        <b>{messages.editor.title(messages.heads[field], rowName(row))}</b>
        {value.kind === 'wrong' && <span className="text-crit">{wrongText(value)}</span>}
        {value.kind === 'value' && target.kind !== 'delays' && (
          <span>{effectText(field, value.value, stored, config?.hysteresisMargin ?? 0)}</span>
        )}
        {was && <span>{messages.editor.was(valueText(target, was.value))}</span>}
        <span className="text-mute">
          {target.kind === 'delays'
            ? messages.editor.delay(inheritedValue)
            : messages.editor.inherited(inheritedValue, inheritedText(target, inherited))}
        </span>
        <span className="text-mute max-md:hidden">
          <kbd>{messages.editor.enter}</kbd> {messages.editor.keep} <kbd>{messages.editor.escape}</kbd>{' '}
          {messages.editor.cancel}
        </span>
      </span>
    </span>
  );
}
