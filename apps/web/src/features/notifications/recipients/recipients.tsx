// "Who would hear of this?": the answer of the rules for a resource, a type and a level. Nothing is sent.
import type { Severity } from '@belfry/schema/alerts/config';
import type { Recipient } from '@belfry/schema/notifications/recipients';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../api/client.ts';
import { useNow } from '../../../lib/now.ts';
import type { ChangeView } from '../../../lib/view/use-view.ts';
import { messages as typeTexts } from '../../../ui/alerts/type-messages.ts';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { ShortTable, type TextColumn } from '../../../ui/table/short-table.tsx';
import { answerText, reasonText, withOwnNames } from './answer.ts';
import { messages } from './messages.ts';
import { ResourceField } from './resource-field.tsx';
import { useQuestion } from './use-question.ts';
import type { RecipientsView } from './view.ts';

const REFRESH_MS = 15_000;

const recipients = (resource: string | null, type: string, level: Severity) =>
  queryOptions({
    queryKey: ['notifications', 'recipients', resource, type, level],
    queryFn: ({ signal }) =>
      call('GET /api/notifications/recipients', {
        query: { resource: resource ?? '', type, level },
        signal,
      }),
    enabled: resource !== null,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    retry: false,
  });

interface RecipientsProps {
  view: RecipientsView;
  onChange: ChangeView<RecipientsView>;
}

export function Recipients({ view, onChange }: RecipientsProps) {
  const { chosen, types, type } = useQuestion(view.resource, view.type);
  // the names of the types are loaded with this page, and not with the addresses of all screens
  const isNoType = view.type !== null && !Object.hasOwn(typeTexts.names, view.type);
  useEffect(() => {
    if (isNoType) onChange({ type: null }, { replace: true });
  }, [isNoType, onChange]);
  const { data, error, isLoading } = useQuery(recipients(view.resource, type, view.level));
  return (
    <Card title={messages.title} hint={messages.hint}>
      <div className="grid items-end gap-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
        <ResourceField chosen={chosen} onValue={(resource) => onChange({ resource })} />
        <SelectField label={messages.type} options={types} value={type} onValue={(next) => onChange({ type: next })} />
        <Segmented
          label={messages.level}
          options={messages.levels}
          value={view.level}
          onChange={(level) => onChange({ level })}
          className="md:mb-0.5"
        />
      </div>
      {view.resource === null ? (
        <p className="text-mute">{messages.choose}</p>
      ) : error ? (
        <Problem>{messages.failed(error.message)}</Problem>
      ) : isLoading || !data ? (
        <p role="status" className="text-mute">
          {messages.loading}
        </p>
      ) : (
        <Answer recipients={withOwnNames(data)} />
      )}
    </Card>
  );
}

const DOTS = { now: 'ok', later: 'wait', never: 'off' } as const;

function Answer({ recipients: all }: { recipients: readonly Recipient[] }) {
  const now = useNow();
  const columns: readonly TextColumn<Recipient>[] = [
    {
      head: () => messages.heads.destination,
      cell: ({ name, service }) => (
        <span className="flex min-w-0 items-center gap-2">
          <b className="min-w-0 font-medium break-words">{name}</b>
          {service !== 'email' && <Chip>{service}</Chip>}
        </span>
      ),
    },
    {
      head: () => messages.heads.when,
      cell: ({ when }) => (
        <span className="inline-flex items-center gap-2 whitespace-nowrap">
          <Dot state={DOTS[when]} label="" />
          {messages.when[when]}
        </span>
      ),
    },
    { head: () => messages.heads.why, cell: (recipient) => reasonText(recipient, now) },
    {
      head: () => messages.heads.escalations,
      cell: ({ escalations }) => (
        <span className={escalations.length === 0 ? 'text-mute' : ''}>
          {escalations.map(({ after }) => messages.escalated(after)).join(', ') || messages.none}
        </span>
      ),
    },
  ];
  return (
    <>
      <p role="status" className="font-medium break-words">
        {answerText(all)}
      </p>
      {all.length > 0 && (
        <div className="-mx-4 -mb-4 border-t border-line-soft">
          <ShortTable label={messages.list} rows={all} columns={columns} keyOf={({ id }) => id} />
        </div>
      )}
    </>
  );
}
