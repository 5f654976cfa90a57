// Names with values, in lines: headers, and the custom fields of a service.
import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { messages } from './messages.ts';
import { type Entry, withEntry } from './webhook-form.ts';

interface EntryFieldsProps {
  label: string;
  /** "header", for the names of fields and buttons. */
  one: string;
  entries: readonly Entry[];
  /** Names that the service needs, with their titles. They cannot be changed or removed. */
  required?: Readonly<Record<string, string>>;
  error: string | undefined;
  /** The error of one value, by its name. */
  errorOf?(name: string): string | undefined;
  onChange(entries: readonly Entry[]): void;
}

export function EntryFields({ label, one, entries, required = {}, error, errorOf, onChange }: EntryFieldsProps) {
  const texts = messages.webhooks;
  const put = (changed: Entry) => onChange(entries.map((entry) => (entry.key === changed.key ? changed : entry)));
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="sr-only">{label}</legend>
      <div className="flex items-center gap-2">
        <span aria-hidden className="min-w-0 flex-1 text-sm font-medium text-soft">
          {label}
        </span>
        <Button aria-label={texts.addEntry(one)} onClick={() => onChange(withEntry(entries))}>
          <Plus size={13} aria-hidden /> {texts.addOne}
        </Button>
      </div>
      {entries.map((entry, place) => {
        const title = required[entry.name];
        const number = place + 1;
        return (
          <div key={entry.key} className="flex items-start gap-2">
            <TextField
              className="flex-1"
              label={<span className="sr-only">{texts.entryName(one, number)}</span>}
              hint={title}
              value={entry.name}
              readOnly={title !== undefined}
              autoComplete="off"
              spellCheck={false}
              mono
              onChange={(event) => put({ ...entry, name: event.currentTarget.value })}
            />
            <TextField
              className="flex-1"
              label={<span className="sr-only">{texts.entryValue(entry.name || one, number)}</span>}
              value={entry.value}
              error={errorOf?.(entry.name)}
              autoComplete="off"
              spellCheck={false}
              mono
              onChange={(event) => put({ ...entry, value: event.currentTarget.value })}
            />
            <IconButton
              label={texts.removeEntry(entry.name || one)}
              disabled={title !== undefined}
              className="mt-1"
              onClick={() => onChange(entries.filter(({ key }) => key !== entry.key))}
            >
              <X size={14} />
            </IconButton>
          </div>
        );
      })}
      {error !== undefined && (
        <p role="alert" className="text-sm text-crit first-letter:uppercase">
          {error}
        </p>
      )}
    </fieldset>
  );
}
