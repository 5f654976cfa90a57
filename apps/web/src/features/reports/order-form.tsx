// The form that has a report made: period, what it is about, form, language.
import type { ReportOrder } from '@belfry/schema/http/kept-reports';
import { useQueryClient } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { keptReports, orderReport, type ReportAsked } from '../../api/reports.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { languageNames, spokenLanguage } from '../../lib/language/language.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { OrderCard } from '../../ui/order-card.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { messages } from './messages.ts';
import { periodName } from './period-name.ts';
import { dayOf, monthsBefore, problemOfDays, quartersBefore } from './periods.ts';
import type { ScopeKind } from './scopes.ts';
import { useScopeChoices } from './use-scope-choices.ts';
import type { PeriodKind } from './view.ts';

interface OrderFormProps {
  kind: PeriodKind;
  onKind(kind: PeriodKind): void;
}

type Chosen = Pick<ReportOrder, 'format' | 'paper' | 'language'>;

export function OrderForm({ kind, onKind }: OrderFormProps) {
  const queries = useQueryClient();
  const now = useMemo(() => new Date(), []);
  const [period, setPeriod] = useState({ month: monthsBefore(now)[0] ?? '', quarter: quartersBefore(now)[0] ?? '' });
  const [days, setDays] = useState(() => ({
    first: dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 7)),
    last: dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)),
  }));
  const [scope, setScope] = useState<{ kind: ScopeKind; value: string }>({ kind: 'all', value: '' });
  const [chosen, choose] = useState<Chosen>({ format: 'pdf', paper: 'a4', language: spokenLanguage() });
  const choices = useScopeChoices(scope.kind);
  const which = choices.some(([value]) => value === scope.value) ? scope.value : (choices[0]?.[0] ?? '');
  const daysProblem = kind === 'days' ? problemOfDays(days.first, days.last, now) : undefined;
  const isMissing = scope.kind !== 'all' && which === '';

  const { submit, sending, errors, failure, reply } = useSubmit<ReportAsked, { id: string }>({
    check: () => (daysProblem === undefined ? {} : { days: messages.daysProblems[daysProblem] }),
    send: orderReport,
    onDone: () => queries.invalidateQueries({ queryKey: keptReports.queryKey }),
  });
  const start = () =>
    submit({
      ...chosen,
      period: kind === 'days' ? `${days.first}..${days.last}` : period[kind],
      scope: scope.kind === 'all' ? 'all' : `${scope.kind}:${which}`,
    });

  return (
    <OrderCard
      title={messages.make}
      hint={messages.makeHint}
      command={{ id: 'report/new', name: () => messages.newKey }}
      icon={FileText}
      action={sending ? messages.ordering : messages.order}
      isSending={sending}
      isOff={isMissing}
      problem={failure && `${messages.notOrdered} ${failure.message}`}
      done={reply && !failure && messages.ordered}
      onSubmit={start}
    >
      <div className="flex">
        <Segmented label={messages.periodKind} options={messages.periodKinds} value={kind} onChange={onKind} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-5">
        {kind === 'days' ? (
          <>
            <DayField label={messages.firstDay} value={days.first} onValue={(first) => setDays({ ...days, first })} />
            <DayField
              label={messages.lastDay}
              value={days.last}
              error={errors.days}
              onValue={(last) => setDays({ ...days, last })}
            />
          </>
        ) : (
          <SelectField
            label={messages.period}
            options={periodOptions(kind === 'month' ? monthsBefore(now) : quartersBefore(now))}
            value={period[kind]}
            error={errors.period}
            onValue={(value) => setPeriod({ ...period, [kind]: value })}
          />
        )}
        <SelectField
          label={messages.scope}
          options={messages.scopes}
          value={scope.kind}
          onValue={(next) => setScope({ kind: next, value: '' })}
        />
        {scope.kind !== 'all' && (
          <SelectField
            label={messages.which[scope.kind]}
            options={choices}
            value={which}
            disabled={isMissing}
            hint={isMissing && messages.noWhich[scope.kind]}
            onValue={(value) => setScope({ ...scope, value })}
          />
        )}
        <SelectField
          label={messages.form}
          options={messages.formats}
          value={chosen.format}
          onValue={(format) => choose({ ...chosen, format })}
        />
        {chosen.format !== 'json' && (
          <SelectField
            label={messages.language}
            options={languageNames}
            value={chosen.language}
            onValue={(language) => choose({ ...chosen, language })}
          />
        )}
        {chosen.format === 'pdf' && (
          <SelectField
            label={messages.paper}
            options={messages.papers}
            value={chosen.paper}
            onValue={(paper) => choose({ ...chosen, paper })}
          />
        )}
      </div>
    </OrderCard>
  );
}

interface DayFieldProps {
  label: string;
  value: string;
  error?: string | undefined;
  onValue(value: string): void;
}

const DayField = ({ onValue, ...field }: DayFieldProps) => (
  <TextField {...field} type="date" required onChange={(event) => onValue(event.currentTarget.value)} />
);

const periodOptions = (periods: readonly string[]): readonly (readonly [string, string])[] =>
  periods.map((period, place) => [
    period,
    place === periods.length - 1 ? messages.notOver(periodName(period)) : periodName(period),
  ]);
