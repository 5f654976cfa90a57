// The field in the place of a value. It says what the typed number would do. Enter, Tab and a click elsewhere keep the text,
// Escape does not. If the page itself takes the focus away, the editor stays open with its text.
import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { valueAt } from '../../alert-config/config-path.ts';
import { ANY_LETTER, useCommand } from '../../lib/commands.ts';
import { useLeaving } from '../../ui/use-leaving.ts';
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

export function CellEditor({ row, field, state, context: { draft, notes, actions, config } }: CellEditorProps) {
  const { target } = row;
  const { now, was, inherited } = state;
  const offered = target.kind !== 'delays' && isOff(now.value) ? offeredFor(field) : now.value;
  const [text, setText] = useState(() => draft?.text ?? notes?.[field]?.text ?? messages.number(offered));
  const [place, setPlace] = useState({ above: false, left: 0 });
  const input = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  const about = useId();

  useLayoutEffect(() => {
    const own = input.current;
    if (!own) return;
    setPlace(placeBeside(own.getBoundingClientRect()));
    // an editor that was scrolled away and comes back takes no focus
    if (!draft || draft.isOpen) return;
    draft.isOpen = true;
    own.focus({ preventScroll: true });
    if (draft.text === undefined) own.select();
  }, [draft]);
  useCommand({
    id: 'cell-editor',
    name: () => messages.editor.title(messages.heads[field], rowName(row)),
    keys: ANY_LETTER,
    scope: 'beside',
    run: () => input.current?.focus(),
  });

  /** Once: a key that ends the editing also takes the focus away. */
  const end = (action: () => void) => {
    if (done.current) return;
    done.current = true;
    action();
  };
  const commit = (move: Move) => end(() => actions.commit(row, field, text, move));
  const cancel = () => end(() => actions.cancel(row, field));

  const frame = useRef<HTMLSpanElement>(null);
  useLeaving(frame, () =>
    end(() => {
      // nobody has chosen the offered value of an editor that has lost the focus
      const isKept = draft?.text !== undefined || frame.current?.contains(document.activeElement);
      actions.leave(row, field, isKept ? text : undefined);
    }),
  );
  const change = (next: string) => {
    if (draft) draft.text = next;
    setText(next);
  };

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
    if (value.kind === 'value') change(messages.number(value.value + by));
  };
  // more than one cell of a spreadsheet goes into more than this cell
  const onPaste = (event: ClipboardEvent) => {
    if (/[\t\n]/.test(event.clipboardData.getData('text').trim())) cancel();
  };

  const value = readText(target, field, text);
  const stored = config ? valueAt(config, pathOf(config, target, field)) : undefined;
  const inheritedValue = valueText(target, inherited.value);
  return (
    <span ref={frame} className="threshold-editor">
      <input
        ref={input}
        value={text}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        aria-label={messages.editor.title(messages.heads[field], rowName(row))}
        aria-invalid={value.kind === 'wrong'}
        aria-describedby={about}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label={messages.editor.cancel}
        // the field keeps the focus
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
