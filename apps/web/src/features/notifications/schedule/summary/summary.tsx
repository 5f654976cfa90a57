// "If this resource has this alert now": who hears of it, when, and what holds it back.
import type { Severity } from '@belfry/schema/alerts/config';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAlertConfigDraft } from '../../../../alert-config/draft.tsx';
import { call } from '../../../../api/client.ts';
import { MINUTE_MS, useNow } from '../../../../lib/now.ts';
import { useList } from '../../../../live/use-live.ts';
import { Card } from '../../../../ui/card.tsx';
import { SelectField } from '../../../../ui/field.tsx';
import { withOwnNames } from '../../recipients/answer.ts';
import { ResourceField } from '../../recipients/resource-field.tsx';
import { useQuestion } from '../../recipients/use-question.ts';
import { messages } from '../messages.ts';
import { zoneMoment, zoneNow } from '../moments.ts';
import { zoneOf } from '../quiet-now.ts';
import { summarySentences } from './sentences.ts';

const REFRESH_MS = 15_000;
export function Summary() {
  const first = useList('nodes')[0]?.id ?? null;
  const [chosen, choose] = useState<string | null>(null);
  const [wanted, setType] = useState<string>('connectivity');
  const [level, setLevel] = useState<Severity>('critical');
  const resource = chosen ?? first;
  const texts = messages.summary;
  const { chosen: shown, types, type } = useQuestion(resource, wanted);
  return (
    <Card title={texts.title} hint={texts.hint}>
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,280px)_minmax(0,220px)_140px]">
        <ResourceField chosen={shown} onValue={choose} />
        <SelectField label={texts.type} options={types} value={type} onValue={setType} />
        <SelectField label={texts.level} options={texts.levels} value={level} onValue={setLevel} />
      </div>
      {resource !== null && <Answer resource={resource} type={type} level={level} />}
    </Card>
  );
}

function Answer({ resource, type, level }: { resource: string; type: string; level: Severity }) {
  const { saved, config } = useAlertConfigDraft();
  const now = useNow(MINUTE_MS);
  const { data, error } = useQuery({
    queryKey: ['notifications', 'recipients', resource, type, level, saved.schedule],
    queryFn: ({ signal }) => call('GET /api/notifications/recipients', { query: { resource, type, level }, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: (known) => known,
  });
  const texts = messages.summary;
  const zone = zoneOf(saved.schedule.quietHours);
  const at = (ms: number) => zoneMoment(ms, zone, now);
  if (!data) return <p className="min-h-10 text-mute">{error ? `${texts.failed} ${error.message}` : texts.asking}</p>;
  const recipients = withOwnNames(data);
  const [first, ...rest] = summarySentences({ recipients, schedule: saved.schedule, type, level, now, at });
  return (
    <div role="status" className="flex flex-col gap-1 text-lg leading-relaxed text-soft">
      <p>
        <span className="text-mute">{texts.asOf(zoneNow(now, zone), zone)}</span>{' '}
        <b className="font-semibold text-text">{first}</b> {rest.join(' ')}
      </p>
      {config !== saved && <p className="text-sm text-mute">{texts.unsaved}</p>}
    </div>
  );
}
