// The page of a datastore of a backup server.
import { datastoreSubject } from '@belfry/domain/alerts/subjects';
import { datastoreStatus } from '@belfry/domain/backup-server-status';
import { datastoreId } from '@belfry/domain/ids';
import { pbsStatus } from '@belfry/domain/status';
import { webAddress } from '@belfry/domain/web-address';
import type { Datastore } from '@belfry/schema/entities/pbs';
import type { PbsGarbage } from '@belfry/schema/entities/pbs-details';
import { Link } from '@tanstack/react-router';
import { useAlertPolicies } from '../../../api/alert-config.ts';
import { forecastOf, useForecasts } from '../../../api/forecasts.ts';
import { formatBytes, formatDecimal, formatShare } from '../../../lib/language/format.ts';
import { createLimits } from '../../../lib/limits.ts';
import { dateOf } from '../../../lib/moment.ts';
import { MINUTE_MS, useNow } from '../../../lib/now.ts';
import { useInstance, useList, useLive } from '../../../live/use-live.ts';
import { Chip } from '../../../ui/chip.tsx';
import { type Fact, Facts, Panel } from '../../../ui/detail.tsx';
import { fullFact } from '../../../ui/forecast/full-forecast.tsx';
import { messages as own } from '../backup-server/messages.ts';
import type { Detail, DetailKind } from '../detail.ts';
import { messages } from '../messages.ts';
import { usage } from '../usage.ts';

const datastoreLimits = createLimits(({ server, name }: { server: string; name: string }) =>
  datastoreSubject(server, name),
);

export const datastore: DetailKind = {
  path: '/datastores/$id',
  list: { to: '/proxmox/backups', name: () => messages.backups },
  useDetail: useDatastore,
  siblings: ({ pbs }) =>
    pbs.flatMap((server) =>
      server.datastores.map(({ name }) => ({ id: datastoreId(server.id, name), name: `${server.name} · ${name}` })),
    ),
  gone: (id) => messages.gone.datastore(id),
};

function useDatastore(id: string): Detail | undefined {
  const servers = useList('pbs');
  const server = servers.find((each) => id.startsWith(datastoreId(each.id, '')));
  const store = server?.datastores.find(({ name }) => datastoreId(server.id, name) === id);
  const details = useLive(({ state }) => state?.pbsDetails.find((each) => each.id === server?.id))?.datastores.find(
    ({ name }) => name === store?.name,
  );
  const instance = useInstance(server?.id ?? '');
  const policies = useAlertPolicies();
  if (!server || !store) return undefined;
  const href = webAddress(server.host, 'pbs');
  const serverStatus = pbsStatus(server);
  const { used, total, usage: percent, deduplicationFactor: factor } = store;
  return {
    id,
    alerts: { resource: server.id, isOwn: ({ metadata }) => metadata?.datastore === store.name },
    changes: { resource: id },
    name: store.name,
    instance: server.id,
    status: serverStatus.figures === 'now' ? datastoreStatus(store) : serverStatus,
    staleSince: server.staleSince,
    uptime: undefined,
    marks: (
      <>
        <Chip>PBS</Chip>
        <Link to="/servers/$id" params={{ id: server.id }} className="text-soft hover:underline">
          {server.name}
        </Link>
      </>
    ),
    link: href === undefined ? undefined : { href, text: new URL(href).host },
    figures: [
      usage({
        id: 'usage',
        title: messages.usage,
        bands: 'disk',
        percent,
        limit: datastoreLimits(policies, { server: server.id, name: store.name }).usage,
        note: used === undefined || total === undefined ? messages.noFigures : formatShare(used, total),
        measured: { source: messages.sources.backupServer, at: server.staleSince ?? instance?.lastSeen },
        line: { kind: 'datastore', id, metric: 'usage' },
      }),
      ...(factor === undefined
        ? []
        : [
            {
              id: 'deduplication',
              title: messages.deduplication,
              values: [[messages.factor, `${formatDecimal(factor, 1)}×`] as const],
              measured: { source: messages.sources.backupServer, at: server.staleSince ?? instance?.lastSeen },
              plot: {
                unit: 'count' as const,
                lines: [{ kind: 'datastore' as const, id, metric: 'deduplication', name: '', live: factor }],
              },
            },
          ]),
    ],
    panels: [{ id: 'datastore', content: <About id={id} store={store} garbage={details?.garbage} /> }],
    notes: '',
  };
}

function About({ id, store, garbage }: { id: string; store: Datastore; garbage: PbsGarbage | undefined }) {
  const now = useNow(MINUTE_MS);
  const forecast = forecastOf(useForecasts({ kind: 'datastore', of: id }), 'datastore', id);
  const { free, namespaces, maintenanceMessage, error, estimatedFullDate } = store;
  const facts: Fact[] = [
    ...(free === undefined ? [] : [[messages.free, formatBytes(free)] as const]),
    [messages.namespaces, String(namespaces.filter(({ path }) => path !== '').length)],
    ...fullFact(forecast, now),
    ...(estimatedFullDate ? [[messages.fullSaid, dateOf(Date.parse(estimatedFullDate))] as const] : []),
    ...(garbage?.removed === undefined ? [] : [[own.heads.removed, formatBytes(garbage.removed)] as const]),
    ...(garbage?.pending === undefined ? [] : [[own.heads.pending, formatBytes(garbage.pending)] as const]),
    ...(maintenanceMessage ? [[messages.maintenance, maintenanceMessage] as const] : []),
    ...(error ? [[messages.error, error] as const] : []),
  ];
  return (
    <Panel title={messages.datastore}>
      <Facts facts={facts} />
    </Panel>
  );
}
