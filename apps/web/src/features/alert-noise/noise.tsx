// The alerts that speak most and are heeded least, each with the edit that would have halved it. Applying one puts it into the unsaved thresholds.
import type { NoisyAlert } from '@belfry/schema/http/noise';
import { noise as sentences } from '@belfry/schema/sentences/noise';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { VolumeX } from 'lucide-react';
import { useMemo } from 'react';
import { useAlertConfigDraft } from '../../alert-config/draft.tsx';
import { call } from '../../api/client.ts';
import { browserZone } from '../../lib/browser-zone.ts';
import { formatDuration } from '../../lib/language/format.ts';
import { serverWords } from '../../lib/language/server-words.ts';
import { useView } from '../../lib/view/use-view.ts';
import { messages as types } from '../../ui/alerts/type-messages.ts';
import { Button } from '../../ui/button.tsx';
import { hint } from '../../ui/hint.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ShortTable, type TextColumn } from '../../ui/table/short-table.tsx';
import { editChange, editText } from './edit-text.ts';
import { Hours } from './hours.tsx';
import { messages } from './messages.ts';
import { noiseCodec } from './view.ts';

const orders = ['most', 'unheeded', 'alone'] as const;
const spans = ['30', '90'] as const;

export function Noise() {
  const [{ order, days }, onChange] = useView(noiseCodec);
  const { data, error, isFetching } = useQuery({
    queryKey: ['alert-noise', order, days],
    queryFn: ({ signal }) => call('GET /api/alerts/noise', { query: { order, days, timeZone: browserZone() }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const stepMs = data?.stepMs ?? 0;
  const columns = useMemo(() => columnsOf(stepMs), [stepMs]);
  return (
    <>
      <div className="mt-1 flex flex-wrap items-center gap-2">
        <Segmented
          label={messages.order}
          options={orders.map((each) => [each, messages.orders[each]] as const)}
          value={order}
          onChange={(next) => onChange({ order: next })}
          className="max-md:h-auto max-md:basis-full max-md:flex-wrap max-md:[&>button]:min-h-10"
        />
        <Segmented
          label={messages.span}
          options={spans.map((each) => [each, messages.days(Number(each))] as const)}
          value={days}
          onChange={(next) => onChange({ days: next })}
        />
        {isFetching && (
          <span role="status" className="text-sm text-mute">
            {messages.loading}
          </span>
        )}
      </div>
      {error && !isFetching && <Problem>{`${messages.failed} ${error.message}`}</Problem>}
      {data && data.alerts.length === 0 && (
        <Notice icon={<VolumeX />} title={messages.none}>
          <p>{messages.noneHint(Number(days))}</p>
        </Notice>
      )}
      {data && data.alerts.length > 0 && (
        <>
          <p className="my-2 text-soft">{summaryOf(data.alerts, data.total)}</p>
          <div className="card">
            <ShortTable
              label={messages.table}
              rows={data.alerts}
              columns={columns}
              keyOf={({ id }) => id}
              action={(alert) => <TryEdit alert={alert} />}
            />
          </div>
        </>
      )}
    </>
  );
}

function summaryOf(alerts: readonly NoisyAlert[], total: number): string {
  const sum = (of: (alert: NoisyAlert) => number) => alerts.reduce((all, alert) => all + of(alert), 0);
  const edited = alerts.filter(({ edits }) => edits.length > 0).length;
  const parts = [
    messages.summary(
      sum((each) => each.alerts),
      total,
      sum((each) => each.acknowledged),
    ),
    messages.edits(edited, alerts.length),
  ];
  return parts.join(' ');
}

const columnsOf = (stepMs: number): readonly TextColumn<NoisyAlert>[] => [
  {
    head: () => messages.heads.alert,
    cell: ({ name, place, type, message }) => (
      <span className="block md:min-w-44" {...hint(message)}>
        <b className="font-[550]">{name}</b>
        <small className="block text-sm text-mute">{[types.name(type), ...(place ? [place] : [])].join(' · ')}</small>
      </span>
    ),
  },
  { head: () => messages.heads.alerts, numeric: true, cell: ({ alerts }) => alerts },
  { head: () => messages.heads.acknowledged, numeric: true, cell: ({ acknowledged }) => acknowledged },
  {
    head: () => messages.heads.alone,
    numeric: true,
    cell: ({ aloneMs }) => (aloneMs === undefined ? '–' : formatDuration(aloneMs)),
  },
  { head: () => messages.heads.hours, cell: ({ hours }) => <Hours hours={hours} /> },
  { head: () => messages.heads.edit, cell: (alert) => <EditCell alert={alert} /> },
  {
    head: () => messages.heads.would,
    numeric: true,
    cell: ({ edits: [edit], replayed = 0 }) =>
      edit ? (
        <span {...hint(messages.wouldHint(formatDuration(stepMs)))}>{messages.would(edit.alerts, replayed)}</span>
      ) : (
        '–'
      ),
  },
];

function EditCell({ alert: { edits, why, acknowledged } }: { alert: NoisyAlert }) {
  const [edit, other] = edits;
  if (!edit)
    return (
      <span className="text-sm text-mute">{why && serverWords({ id: `noise.${why}` }, sentences[`noise.${why}`])}</span>
    );
  return (
    <span className="block">
      {editText(edit)}
      <small className="block text-sm text-mute">
        {other && `${messages.or(editText(other))}. `}
        {messages.keeps(edit.kept, acknowledged)}
      </small>
    </span>
  );
}

function TryEdit({ alert: { name, edits, resourceType } }: { alert: NoisyAlert }) {
  const { setAll, mayEdit } = useAlertConfigDraft();
  const navigate = useNavigate();
  const [edit] = edits;
  if (!edit || !mayEdit) return null;
  const apply = () => {
    setAll([editChange(edit)]);
    // Its row; where the search finds none, the whole table is of more use than nothing.
    const search = edit.is === 'trigger' && resourceType !== '' ? { search: name } : {};
    void navigate({ to: '/alerts/thresholds/$', params: { _splat: 'proxmox' }, search });
  };
  return (
    <Button look="framed" className="h-7!" {...hint(messages.tryHint(name))} onClick={apply}>
      {messages.tryEdit}
    </Button>
  );
}
