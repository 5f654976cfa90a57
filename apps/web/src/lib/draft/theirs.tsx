// What somebody else has saved while the user was editing: below one field, or above a whole form.
import { messages } from './messages.ts';
import type { Draft } from './use-draft.ts';

/** With a button that takes the value. */
export function Theirs({ value, onTake }: { value: string; onTake(): void }) {
  return (
    <span role="status" className="text-warn">
      {messages.theirs(value || messages.nothing)} <Take text={messages.takeTheirs} onTake={onTake} />
    </span>
  );
}

interface OthersSavedProps<T> {
  draft: Pick<Draft<T>, 'others' | 'theirs' | 'reset'>;
  /** What the form calls its fields. A field without a name is not shown. */
  names: Partial<Record<keyof T, string>>;
}

/** Names the fields that somebody else has saved, and among them those that the user has changed too. */
export function OthersSaved<T extends object>({ draft: { others, theirs, reset }, names }: OthersSavedProps<T>) {
  if (others.length === 0) return null;
  const inWords = (fields: readonly (keyof T)[]) =>
    [...new Set(fields.flatMap((field) => names[field] ?? []))].join(', ');
  const both = others.filter((field) => field in theirs);
  return (
    <p role="status" className="rounded-md border border-warn/40 bg-warn/8 px-3 py-2 text-sm">
      {messages.others(inWords(others))}{' '}
      {both.length > 0 && (
        <>
          {messages.yours(inWords(both))}{' '}
          <Take
            text={messages.takeAll}
            onTake={() => {
              for (const field of both) reset(field);
            }}
          />
        </>
      )}
    </p>
  );
}

const Take = ({ text, onTake }: { text: string; onTake(): void }) => (
  <button type="button" className="font-medium underline underline-offset-2" onClick={onTake}>
    {text}
  </button>
);
