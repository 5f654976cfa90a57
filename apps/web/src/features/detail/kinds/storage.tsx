// The page of a storage of Proxmox VE.
import { storageSubject } from '@belfry/domain/alerts/subjects';
import { pbsNamesOf } from '@belfry/domain/backup-identity';
import { datastoreId, journalIds, nodeId } from '@belfry/domain/ids';
import { nodeOnline, shownStatus } from '@belfry/domain/status';
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import type { BackupTarget, Storage, ZfsPool } from '@belfry/schema/entities/storage';
import { Link } from '@tanstack/react-router';
import { useAlertPolicies } from '../../../api/alert-config.ts';
import { forecastOf, useForecasts } from '../../../api/forecasts.ts';
import { formatBytes, formatShare } from '../../../lib/language/format.ts';
import { createLimits } from '../../../lib/limits.ts';
import { MINUTE_MS, useNow } from '../../../lib/now.ts';
import { useAlertsOf } from '../../../live/use-alerts-of.ts';
import { useInstance, useList, useLive } from '../../../live/use-live.ts';
import { Chip } from '../../../ui/chip.tsx';
import { type Fact, Facts, Panel } from '../../../ui/detail.tsx';
import { fullFact } from '../../../ui/forecast/full-forecast.tsx';
import type { Detail, DetailKind, Figure, Line } from '../detail.ts';
import { messages } from '../messages.ts';
import { usage } from '../usage.ts';
import { lostStorage } from './lost.tsx';

const storageLimits = createLimits(storageSubject);

export const storage: DetailKind = {
  path: '/storages/$id',
  list: { to: '/proxmox/storage', name: () => messages.storage },
  useDetail: useStorage,
  siblings: (state) => state.storage.map(({ id, name, node }) => ({ id, name: `${name} · ${node}` })),
  gone: (id) => messages.gone.storage(id),
};

function useStorage(id: string): Detail | undefined {
  const found = useLive(({ state }) => state?.storage.find((each) => each.id === id));
  const instance = useInstance(found?.instance ?? '');
  const policies = useAlertPolicies();
  const place = found && !found.shared ? nodeId(found.instance, found.node) : undefined;
  const node = useLive(({ state }) => state?.nodes.find((each) => each.id === place));
  const nodeAlert = useAlertsOf(place).find(({ type }) => type === 'connectivity');
  if (!found) return undefined;
  const limits = storageLimits(policies, found);
  const lostOn =
    found.status === 'unknown' && found.staleSince === undefined && node && !nodeOnline(node) ? node : null;
  const isKnown = found.total > 0;
  // its size is still told, from the time when its node was seen last
  const status = lostOn ? { ...shownStatus(found), figures: 'old' as const } : shownStatus(found);
  const at = found.staleSince ?? (lostOn ? lostOn.lastKnown?.at : instance?.lastSeen);
  return {
    id,
    changes: { resource: `${journalIds(found.instance, 'storage')}${found.name}` },
    name: found.name,
    instance: found.instance,
    status,
    staleSince: found.staleSince,
    uptime: undefined,
    marks: (
      <>
        <Chip>{found.type}</Chip>
        <span className="text-soft">{found.shared ? messages.sharedBy(found.nodes.length) : found.node}</span>
        {instance && <Chip>{instance.name}</Chip>}
      </>
    ),
    matter: lostOn ? lostStorage(lostOn, nodeAlert) : undefined,
    link: undefined,
    figures: [
      usage({
        id: 'usage',
        title: messages.usage,
        bands: 'disk',
        percent: isKnown ? found.usage : undefined,
        limit: limits.usage,
        note: isKnown ? formatShare(found.used, found.total) : messages.noFigures,
        measured: { source: messages.sources.hypervisor, at },
        line: { kind: 'storage', id, metric: 'usage' },
      }),
      ...(found.zfsPool ? [zfsErrors(id, found.zfsPool, at)] : []),
    ],
    panels: [{ id: 'storage', content: <About storage={found} /> }],
    notes: '',
  };
}

/** `at` (ISO): the last good answer of the instance. */
function zfsErrors(id: string, { devices }: ZfsPool, at: string | undefined): Figure {
  const lines = (['read', 'write', 'checksum'] as const).map((sort): Line => {
    const live = devices.reduce((sum, device) => sum + device[`${sort}Errors`], 0);
    return { kind: 'zfs', id, metric: `errors.${sort}`, name: messages.errors[sort], live };
  });
  return {
    id: 'errors',
    title: messages.diskErrors,
    values: lines.map(({ name, live = 0 }) => [name, String(live)]),
    measured: { source: messages.sources.hypervisor, at },
    plot: { unit: 'count', lines },
  };
}

/** A backup server that is watched has a page, and so has its datastore. */
function Target({ server, target }: { server: PbsInstance | undefined; target: BackupTarget }) {
  if (!server) return `${target.server} · ${target.datastore}`;
  const { id, name } = server;
  return (
    <>
      <Link to="/servers/$id" params={{ id }} className="text-brand hover:underline">
        {name}
      </Link>
      {' · '}
      <Link
        to="/datastores/$id"
        params={{ id: datastoreId(id, target.datastore) }}
        className="text-brand hover:underline"
      >
        {target.datastore}
      </Link>
    </>
  );
}

function About({ storage: found }: { storage: Storage }) {
  const { backupTarget: target, zfsPool, inactiveOn } = found;
  const servers = useList('pbs');
  const [name] = pbsNamesOf(found, servers);
  const server = servers.find((each) => each.name === name);
  const now = useNow(MINUTE_MS);
  const forecast = forecastOf(useForecasts({ kind: 'storage', of: found.id }), 'storage', found.id);
  const facts: Fact[] = [
    [messages.content, found.content.split(',').join(', ')],
    [messages.nodes, found.nodes.join(', ')],
    ...(inactiveOn ? [[messages.inactiveOn, inactiveOn.join(', ')] as const] : []),
    ...(found.total > 0 ? [[messages.free, formatBytes(found.free)] as const] : []),
    ...fullFact(forecast, now),
    ...(zfsPool ? [[messages.zfs, [zfsPool.state, zfsPool.scan].filter(Boolean).join(', ')] as const] : []),
    ...(target ? [[messages.target, <Target key="target" server={server} target={target} />] as const] : []),
  ];
  return (
    <Panel title={messages.storage}>
      <Facts facts={facts} />
    </Panel>
  );
}
