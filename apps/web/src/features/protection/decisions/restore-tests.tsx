// The restore tests that people noted, and after how many days without one somebody is reminded.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import {
  type Decisions,
  noteRestoreTest,
  type RestoreTest,
  remindAfter,
  removeRestoreTest,
} from '../../../api/protection.ts';
import { formatAgo } from '../../../lib/language/format.ts';
import { dateOf } from '../../../lib/moment.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { hint } from '../../../ui/hint.tsx';
import { ShortTable, type TextColumn } from '../../../ui/table/short-table.tsx';
import { toast } from '../../../ui/toast.ts';
import { messages } from '../messages.ts';
import type { Subject } from '../subject.ts';

interface RestoreTestsProps {
  decisions: Decisions;
  subjects: ReadonlyMap<string, Subject>;
  /** How many guests have none for too long. */
  untested: number;
  mayAct: boolean;
  onAdd(): void;
  onShowUntested(): void;
  now: number;
}

/** So many are shown; the others are in the details of their guests. */
const MAX_SHOWN = 50;

export function RestoreTests({ decisions, subjects, untested, mayAct, onAdd, onShowUntested, now }: RestoreTestsProps) {
  const { restoreTests, reminderDays } = decisions;
  const nameOf = ({ guest }: RestoreTest) => subjects.get(guest)?.guest.name ?? guest;
  const columns: readonly TextColumn<RestoreTest>[] = [
    {
      head: () => messages.testHeads.guest,
      cell: (test) => (
        <>
          <b className="font-[550]">{nameOf(test)}</b>{' '}
          {!subjects.has(test.guest) && <span className="text-sm text-mute">{messages.gone}</span>}
        </>
      ),
    },
    {
      head: () => messages.testHeads.when,
      cell: ({ at }) => (
        <span className="whitespace-nowrap" {...hint(dateOf(Date.parse(at)))}>
          {formatAgo(Date.parse(at), now)}
        </span>
      ),
    },
    {
      head: () => messages.testHeads.result,
      cell: ({ result }) => (
        <span className={`whitespace-nowrap ${result === 'failed' ? 'font-semibold text-crit' : ''}`}>
          {messages.test.results[result]}
        </span>
      ),
    },
    { head: () => messages.testHeads.note, cell: ({ note }) => <span className="text-soft">{note}</span> },
    { head: () => messages.testHeads.by, cell: ({ by }) => <span className="text-soft">{by}</span> },
  ];
  const newest = restoreTests.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, MAX_SHOWN);
  return (
    <div className="mt-2">
      <Card
        flush
        title={messages.tests}
        hint={messages.testsHint}
        actions={
          <>
            <Reminder days={reminderDays} mayAct={mayAct} />
            {mayAct && (
              <Button look="framed" onClick={onAdd}>
                <Plus size={14} aria-hidden />
                {messages.addTest}
              </Button>
            )}
          </>
        }
      >
        {untested > 0 && reminderDays !== null && (
          <p className="flex flex-wrap items-center gap-x-2 border-b border-line-soft px-4 py-1.5 text-sm">
            <span className="dot warn" aria-hidden />
            {messages.due(untested, reminderDays)}
            <Button onClick={onShowUntested}>{messages.showDue}</Button>
          </p>
        )}
        {newest.length === 0 ? (
          <p className="px-4 py-3 text-sm text-soft">{messages.noTests}</p>
        ) : (
          <ShortTable
            label={messages.tests}
            rows={newest}
            columns={columns}
            keyOf={({ id }) => id}
            {...(mayAct && { action: (test: RestoreTest) => <Remove test={test} name={nameOf(test)} /> })}
          />
        )}
      </Card>
    </div>
  );
}

function Remove({ test, name }: { test: RestoreTest; name: string }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => removeRestoreTest(queries, test.id),
    onSuccess: () =>
      toast('success', messages.removed, {
        action: {
          text: messages.undo,
          run() {
            const { guest, at, result, note } = test;
            noteRestoreTest(queries, { guest, at, result, note }).catch((error: Error) =>
              toast('error', error.message),
            );
          },
        },
      }),
    onError: (error) => toast('error', error.message),
  });
  return (
    <IconButton label={messages.removeTest(name)} disabled={isPending} onClick={() => mutate()}>
      <Trash2 size={14} />
    </IconButton>
  );
}

const DAYS = [30, 90, 180, 365];

function Reminder({ days, mayAct }: { days: number | null; mayAct: boolean }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (next: number | null) => remindAfter(queries, next),
    onSuccess: () => toast('success', messages.reminderSaved),
    onError: (error) => toast('error', error.message),
  });
  const choices = [...new Set([...DAYS, ...(days === null ? [] : [days])])].sort((a, b) => a - b);
  return (
    <label className="flex items-center gap-2 text-sm text-soft">
      {messages.reminder}
      <select
        value={days ?? ''}
        disabled={!mayAct || isPending}
        className="h-8 rounded-md border border-line bg-panel px-2 font-medium max-md:h-10"
        onChange={({ currentTarget: { value } }) => mutate(value === '' ? null : Number(value))}
      >
        <option value="">{messages.reminders.never}</option>
        {choices.map((each) => (
          <option key={each} value={each}>
            {messages.reminders.days(each)}
          </option>
        ))}
      </select>
    </label>
  );
}
