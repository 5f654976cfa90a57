// The page of a backup server.
import { pbsSubject } from '@belfry/domain/alerts/subjects';
import { backupServerStatus } from '@belfry/domain/backup-server-status';
import { datastoreId } from '@belfry/domain/ids';
import { percent } from '@belfry/domain/usage';
import { webAddress } from '@belfry/domain/web-address';
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import type { PbsDetails } from '@belfry/schema/entities/pbs-details';
import { useAlertPolicies } from '../../../api/alert-config.ts';
import { formatDecimal, formatShare } from '../../../lib/language/format.ts';
import { createLimits } from '../../../lib/limits.ts';
import { useInstance, useList, useLive } from '../../../live/use-live.ts';
import { Chip } from '../../../ui/chip.tsx';
import { Panel } from '../../../ui/detail.tsx';
import { GapList } from '../../../ui/gap-list.tsx';
import { DatastoreTable } from '../backup-server/datastore-table.tsx';
import { FailedTable } from '../backup-server/failed-table.tsx';
import { JobTable } from '../backup-server/job-table.tsx';
import { messages as own } from '../backup-server/messages.ts';
import { NamespaceTable } from '../backup-server/namespace-table.tsx';
import { Disks, Machine, Pools, Services } from '../backup-server/panels.tsx';
import { ProblemLines } from '../backup-server/problem-lines.tsx';
import type { Detail, DetailKind, Figure, Measured } from '../detail.ts';
import { FillingPanel } from '../filling-panel.tsx';
import { messages } from '../messages.ts';
import { usage, withoutValues } from '../usage.ts';

const serverLimits = createLimits(pbsSubject);

export const server: DetailKind = {
  path: '/servers/$id',
  list: { to: '/proxmox/backups', name: () => messages.backups },
  useDetail: useServer,
  siblings: ({ pbs }) => pbs.map(({ id, name }) => ({ id, name })),
  gone: (id) => messages.gone.server(id),
};

function useServer(id: string): Detail | undefined {
  const found = useLive(({ state }) => state?.pbs.find((each) => each.id === id));
  const details = useLive(({ state }) => state?.pbsDetails.find((each) => each.id === id));
  const backups = useList('pbsBackups');
  const isLoading = useLive(({ archives }) => archives === 'none');
  const instance = useInstance(id);
  const policies = useAlertPolicies();
  if (!found) return undefined;
  const href = webAddress(found.host, 'pbs');
  const status = backupServerStatus(found);
  const count = isLoading
    ? undefined
    : backups.filter(({ instance: of, size }) => of === found.name && Boolean(size)).length;
  const measured = { source: messages.sources.backupServer, at: found.staleSince ?? instance?.lastSeen };
  const figures = serverFigures(found, details, serverLimits(policies, found), measured);
  const { services = [], disks = [], pools = [] } = details ?? {};
  const gaps = instance?.gaps ?? [];
  return {
    id,
    changes: { parts: { kind: 'backup-server', under: datastoreId(id, '') } },
    name: found.name,
    instance: id,
    status,
    staleSince: found.staleSince,
    uptime: status.figures === 'none' ? undefined : found.uptime,
    marks: (
      <>
        <Chip>{found.version === 'unknown' ? 'PBS' : `PBS ${found.version}`}</Chip>
        <span className="text-soft">{own.summary(found.datastores.length, count)}</span>
      </>
    ),
    link: href === undefined ? undefined : { href, text: new URL(href).host },
    sections: [
      { id: 'problems', name: own.problems, content: <ProblemLines server={found} details={details} /> },
      { id: 'datastores', name: own.datastores, content: <DatastoreTable server={found} details={details} /> },
      { id: 'jobs', name: own.jobs, content: <JobTable server={found} /> },
      {
        id: 'contents',
        name: own.namespaces,
        content: (
          <div className="evidence-pair">
            <NamespaceTable server={found} />
            <FailedTable details={details} />
          </div>
        ),
      },
    ],
    figures: status.figures === 'none' ? withoutValues(figures) : figures,
    panels: [
      { id: 'machine', content: <Machine machine={details?.machine ?? {}} version={found.version} /> },
      { id: 'services', content: services.length > 0 && <Services services={services} /> },
      { id: 'pools', content: pools.length > 0 && <Pools pools={pools} /> },
      { id: 'disks', content: disks.length > 0 && <Disks disks={disks} /> },
      {
        id: 'filling',
        content: <FillingPanel of={id} parts={[{ kind: 'pbs', id, name: messages.rootFileSystem }]} />,
      },
      {
        id: 'gaps',
        content: gaps.length > 0 && (
          <Panel title={own.missing}>
            <GapList gaps={gaps} />
          </Panel>
        ),
      },
    ],
    notes: '',
  };
}

function serverFigures(
  { id, cpu, memory, memoryUsed, memoryTotal }: PbsInstance,
  details: PbsDetails | undefined,
  limits: ReturnType<typeof serverLimits>,
  measured: Measured,
): readonly Figure[] {
  const line = (metric: string) => ({ kind: 'pbs' as const, id, metric });
  const { root, load = [] } = details?.machine ?? {};
  return [
    usage({
      ...{ id: 'cpu', title: messages.cpu, bands: 'cpu' as const, percent: cpu, limit: limits.cpu, measured },
      note: load.length === 0 ? undefined : `${own.load} ${load.map((value) => formatDecimal(value, 2)).join(' ')}`,
      line: line('cpu'),
    }),
    usage({
      ...{
        id: 'memory',
        title: messages.memory,
        bands: 'memory' as const,
        percent: memory,
        limit: limits.memory,
        measured,
      },
      note:
        memoryUsed === undefined || memoryTotal === undefined
          ? messages.notReported
          : formatShare(memoryUsed, memoryTotal),
      line: line('memory'),
    }),
    ...(root
      ? [
          usage({
            ...{ id: 'root', title: messages.rootDisk, bands: 'disk' as const, limit: limits.disk, measured },
            percent: percent(root.used, root.total),
            note: formatShare(root.used, root.total),
            line: line('disk'),
          }),
        ]
      : []),
  ];
}
