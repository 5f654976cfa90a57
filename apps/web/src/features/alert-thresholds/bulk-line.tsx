// Sets one value of all selected rows. It stands at the end of the line with the search.
import { X } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { disabledChanges, resetChanges, type Values, valueChanges } from './changes.ts';
import { type FieldName, OFF_TEXT } from './fields.ts';
import { messages } from './messages.ts';
import type { Target } from './targets.ts';
import type { EditingState } from './use-editing.ts';
import { readText, wrongText } from './value-text.ts';

const control =
  'h-6.5 rounded-sm border border-field-line bg-field px-1.5 text-sm text-text aria-invalid:border-crit max-md:h-10 max-md:text-[16px]';

export function BulkLine({ targets, editing }: { targets: readonly Target[]; editing: EditingState }) {
  const { config } = editing.draft;
  const fields = [...new Set(targets.flatMap(({ section }) => section.fields))];
  const [chosen, setChosen] = useState<FieldName>();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const field = chosen !== undefined && fields.includes(chosen) ? chosen : fields[0];
  const change = (of: (target: Target) => Values) => {
    setProblem(undefined);
    editing.change(targets, of);
  };
  const setTo = (typed: string) => {
    const any = targets[0];
    if (!field || !any) return;
    const read = readText(any, field, typed);
    if (read.kind === 'wrong') setProblem(wrongText(read));
    else
      change((target) =>
        target.section.fields.includes(field)
          ? valueChanges(config, target, field, read.kind === 'value' ? read.value : undefined)
          : [],
      );
  };
  return (
    <form
      aria-label={messages.bulk.label}
      className="flex min-h-8 flex-wrap items-center gap-x-1.5 gap-y-1 rounded-md border border-brand/50 bg-brand-bg px-2.5 py-0.5 text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        setTo(text);
      }}
    >
      <b className="font-semibold">{messages.bulk.selected(targets.length)}</b>
      {field && (
        <>
          <span className="text-soft">{messages.bulk.set}</span>
          <select
            className={control}
            aria-label={messages.bulk.field}
            value={field}
            onChange={(event) => setChosen(event.target.value as FieldName)}
          >
            {fields.map((each) => (
              <option key={each} value={each}>
                {messages.heads[each]}
              </option>
            ))}
          </select>
          <span className="text-soft">{messages.bulk.to}</span>
          <input
            className={`${control} w-16 text-right tabular-nums`}
            inputMode="decimal"
            autoComplete="off"
            aria-label={messages.bulk.value}
            aria-invalid={problem !== undefined}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setProblem(undefined);
            }}
          />
          {problem !== undefined && (
            <span role="alert" className="text-crit">
              {problem}
            </span>
          )}
          <Button type="submit" className="h-6.5! px-1.5! text-brand!" disabled={text.trim() === ''}>
            {messages.bulk.apply}
          </Button>
          <Button className="h-6.5! px-1.5!" onClick={() => setTo(OFF_TEXT)}>
            {messages.bulk.off}
          </Button>
        </>
      )}
      <Button className="h-6.5! px-1.5!" onClick={() => change((target) => resetChanges(config, target))}>
        {messages.bulk.back}
      </Button>
      <Button className="h-6.5! px-1.5!" onClick={() => change((target) => disabledChanges(config, target, true))}>
        {messages.bulk.alertsOff}
      </Button>
      <Button className="h-6.5! px-1.5!" onClick={() => change((target) => disabledChanges(config, target, false))}>
        {messages.bulk.alertsOn}
      </Button>
      <IconButton className="h-6.5! w-6.5!" label={messages.bulk.clear} onClick={editing.clearSelection}>
        <X size={13} aria-hidden />
      </IconButton>
    </form>
  );
}
