// The table "What Belfry notices": the rows of the alert rules, with the intervals of the polls that read them.
import type { Notice } from '../../apps/server/src/alerting/engine/notice.ts';
import type { Confirm } from '../../apps/server/src/alerting/engine/reading.ts';
import { allNotices } from '../../apps/server/src/alerting/rules/registry.ts';
import { systemClock } from '../../apps/server/src/lib/clock.ts';
import { createLogger } from '../../apps/server/src/lib/logger.ts';
import { createSource } from '../../apps/server/src/sources/registry.ts';
import type { ResourceKind } from '../../packages/domain/src/alerts/catalogue.ts';
import { factoryConfig } from '../../packages/schema/src/alerts/factory-config.ts';
import { nodeTypes } from '../../packages/schema/src/config/kinds.ts';
import { NodeConfig } from '../../packages/schema/src/config/node.ts';

const titles: Record<ResourceKind, string> = {
  guest: 'Guests',
  node: 'Nodes',
  storage: 'Storages and ZFS',
  disk: 'Disks',
  cluster: 'Clusters',
  ceph: 'Ceph',
  pbs: 'Backup servers',
  pmg: 'Mail gateways',
  dockerHost: 'Docker hosts',
  dockerContainer: 'Containers of Docker',
  instance: 'Hosts',
  site: 'Sites',
  server: 'Belfry itself',
};

/** The interval of each poll in ms, by `pve nodes`. Nothing is called. */
export function pollIntervals(): ReadonlyMap<string, number> {
  const deps = { clock: systemClock, log: createLogger('silent'), random: () => 0 };
  const login = { user: 'a@pmg', password: 'b', tokenName: 'a@pve!b', tokenValue: 'c' };
  return new Map(
    nodeTypes.flatMap((type) => {
      const config = {
        type,
        name: type,
        host: 'https://192.0.2.1',
        ...login,
        ...(type === 'pve' && { monitorPhysicalDisks: true }),
      };
      const { polls } = createSource(NodeConfig.parse(config), deps);
      return polls.map(({ name, everyMs }) => [`${type} ${name}`, everyMs] as const);
    }),
  );
}

/** 90,000 → `90 s`, 600,000 → `10 min`. */
export function lasting(ms: number): string {
  for (const [unit, size] of Object.entries({ d: 86_400_000, h: 3_600_000, min: 60_000 }))
    if (ms >= size && ms % size === 0) return `${ms / size} ${unit}`;
  return `${ms / 1000} s`;
}

const isBracketed = (poll: string): boolean => poll.startsWith('(');

function read(poll: string, intervals: ReadonlyMap<string, number>): string {
  if (isBracketed(poll)) return poll.slice(1, -1);
  const everyMs = intervals.get(poll);
  if (everyMs === undefined) throw new Error(`there is no poll "${poll}"`);
  return `every ${lasting(everyMs)}`;
}

const times = (count: number, of: string): string => (count === 1 ? 'at once' : `${count} ${of} in a row`);

function confirmed(after: Confirm | 'setting'): string {
  if (after === 'setting') return `when it has lasted ${factoryConfig.timeThreshold} s, a setting`;
  if ('polls' in after) return times(after.polls, 'times');
  if ('tries' in after) return times(after.tries, 'tries');
  const ms = 'holdMs' in after ? after.holdMs : after.silentMs;
  return ms === 0 ? 'at once' : `when it has lasted ${lasting(ms)}`;
}

const rowOf = (notice: Notice, intervals: ReadonlyMap<string, number>): string[] => [
  notice.fact,
  `\`${notice.type}\``,
  notice.from,
  notice.needs,
  `${read(notice.poll, intervals)}; ${confirmed(notice.after)}`,
  notice.shown,
];

/** Markdown: a heading and a table for each kind of resource, made by `table`. */
export function noticesTable(table: (head: readonly string[], rows: readonly string[][]) => string): string {
  const intervals = pollIntervals();
  const head = ['What', 'Alert', 'From', 'Needs', 'Read; raised', 'Shown in Alerts and'];
  return Object.entries(Object.groupBy(allNotices(), ({ of }) => of))
    .map(([of, rows = []]) => [
      `## ${titles[of as ResourceKind]}`,
      '',
      table(
        head,
        rows.map((row) => rowOf(row, intervals)),
      ),
    ])
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}
