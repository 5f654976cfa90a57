// "If this resource has this alert now": who hears of it, when, and what holds it back.
import type { Severity } from '@belfry/schema/alerts/config';
import type { listRecipients } from '@belfry/schema/http/recipients';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../../../api/client.ts';
import { optionsOf } from '../../../../lib/language/options.ts';
import { MINUTE_MS, useNow } from '../../../../lib/now.ts';
import { useList } from '../../../../live/use-live.ts';
import { Card } from '../../../../ui/card.tsx';
import { SelectField } from '../../../../ui/field.tsx';
import { OneField } from '../../../../ui/one-field.tsx';
import { useAlertConfigDraft } from '../../alert-config-draft.tsx';
import { messages as routing } from '../../routing/messages.ts';
import { useRouteChoices } from '../../routing/use-route-choices.ts';
import { useResources } from '../maintenance/use-targets.ts';
import { messages } from '../messages.ts';
import { zoneMoment, zoneNow } from '../moments.ts';
import { zoneOf } from '../quiet-now.ts';
import { summarySentences } from './sentences.ts';

const REFRESH_MS = 15_000;
/** The types of alerts to choose from, by kind of resource. */
const types = {
  node: ['connectivity', 'cpu', 'memory', 'disk', 'temperature'],
  guest: ['powered-off', 'cpu', 'memory', 'disk', 'backupAge'],
  storage: ['usage', 'offline'],
} as const;

export function Summary() {
  const { groups, kindOf } = useQuestions();
  const [chosen, choose] = useState('');
  const resource = chosen || groups[0]?.items[0]?.value || '';
  const [type, setType] = useState<string>('');
  const [level, setLevel] = useState<Severity>('critical');
  const texts = messages.summary;
  const own: readonly string[] = types[kindOf(resource)];
  const asked = own.includes(type) ? type : (own[0] ?? '');
  return (
    <Card title={texts.title} hint={texts.hint}>
      {groups.length === 0 ? (
        <p className="text-mute">{texts.nothingWatched}</p>
      ) : (
        <>
          <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,280px)_minmax(0,220px)_140px]">
            <OneField
              label={texts.resource}
              name={texts.resource}
              placeholder={texts.resourceExample}
              groups={groups}
              value={resource}
              onValue={choose}
            />
            <SelectField<string>
              label={texts.type}
              options={own.map((each) => [each, routing.typeName(each)] as const)}
              value={asked}
              onValue={setType}
            />
            <SelectField label={texts.level} options={optionsOf(texts.levels)} value={level} onValue={setLevel} />
          </div>
          <Answer resource={resource} type={asked} level={level} />
        </>
      )}
    </Card>
  );
}

function Answer({ resource, type, level }: { resource: string; type: string; level: Severity }) {
  const { saved, config } = useAlertConfigDraft();
  const now = useNow(MINUTE_MS);
  const { data, error } = useQuery({
    queryKey: ['notifications', 'recipients', resource, type, level, saved],
    queryFn: () =>
      call<typeof listRecipients>('GET /api/notifications/recipients', { query: { resource, type, level } }),
    refetchInterval: REFRESH_MS,
    placeholderData: (known) => known,
  });
  const texts = messages.summary;
  const zone = zoneOf(saved.schedule.quietHours);
  const at = (ms: number) => zoneMoment(ms, zone, now);
  if (!data) return <p className="min-h-10 text-mute">{error ? `${texts.failed} ${error.message}` : texts.asking}</p>;
  const [first, ...rest] = summarySentences({ recipients: data, schedule: saved.schedule, type, level, now, at });
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

function useQuestions() {
  const { nodes } = useRouteChoices();
  const resources = useResources();
  const storage = useList('storage');
  return useMemo(() => {
    const storages = new Set(storage.map(({ id }) => id));
    const nodeIds = new Set(nodes.flatMap(({ items }) => items.map(({ value }) => value)));
    const groups = [
      { label: messages.targets.node, items: nodes.flatMap(({ items }) => items) },
      { label: messages.targets.resource, items: resources },
    ].filter(({ items }) => items.length > 0);
    const kindOf = (id: string): keyof typeof types =>
      nodeIds.has(id) ? 'node' : storages.has(id) ? 'storage' : 'guest';
    return { groups, kindOf };
  }, [nodes, resources, storage]);
}
