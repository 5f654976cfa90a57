// The texts of the Docker screen.
import { formatCount, plural, wholePercent } from '../../lib/language/format.ts';
import { inLanguage } from '../../lib/language/in-language.ts';
import type { Tip } from '../../ui/search-tip.ts';

type Counts = Record<'running' | 'other' | 'unreachable', number>;

export const messages = inLanguage('docker', {
  missingHost: (id: string) => `The selected Docker host does not exist any more (${id}). All hosts are shown.`,
  title: 'Docker',
  loading: 'Loading Docker data...',
  none: 'No Docker hosts configured',
  noneHint: 'Run the agent on a Docker host: it and its containers appear here with the first report.',
  copyInstall: 'Copy install command',
  needsToken: 'The command needs an API token in place of its last word. The settings make one.',
  toSettings: 'Docker settings',

  search: 'Search containers',
  grouping: 'Grouping',
  groupings: { grouped: 'Grouped', flat: 'List' },
  detail: {
    container: 'Container',
    life: 'Life',
    labels: (count: number) => `Labels (${count})`,
    image: 'Image',
    id: 'ID',
    compose: 'Compose',
    memory: 'Memory',
    memoryLimit: 'Memory limit',
    noLimit: 'none',
    cpuLimit: 'CPU limit',
    status: 'Status',
    uptime: 'Uptime',
    created: 'Created',
    started: 'Started',
    finished: 'Finished',
    exitCode: 'Exit code',
    outOfMemory: (code: number) => `${code} (out of memory)`,
    network: 'Network',
    ports: 'Ports',
  },
  clearHost: (name: string) => `Show all hosts, not only ${name}`,
  host: (name: string) => `Host: ${name}`,

  hosts: 'Docker hosts',
  allHosts: (count: number, unreachable: number) =>
    `${plural(count, 'host')}${unreachable === 0 ? '' : ` · ${formatCount(unreachable)} not reached`}`,
  running: (running: number, all: number) => `${running}/${all}`,
  runningOf: (running: number, all: number) => `${running} of ${all} containers running`,
  cpu: 'CPU',
  memory: 'Memory',
  memoryShort: 'Mem',
  /** `duration`: for example "3d 4h". */
  upSince: (duration: string) => `up ${duration}`,
  /** Of all cores that a container may use. Percent. */
  cpuShare: (share: number) => `${wholePercent(share)}% of all`,
  cpuOfCores: (ofOne: number, share: number) =>
    `${wholePercent(ofOne)}% of one core, ${wholePercent(share)}% of all it may use`,
  cores: (count: number) => plural(count, 'core'),

  table: 'Containers',
  heads: {
    name: 'Container',
    host: 'Host',
    status: 'Status',
    cpu: 'CPU',
    memory: 'Memory',
    restarts: 'Restarts',
  },
  legend: ({ running, other, unreachable }: Counts) =>
    [
      ...(running + other > 0 || unreachable === 0
        ? [`${formatCount(running)} running`, `${formatCount(other)} not running`]
        : []),
      ...(unreachable > 0 ? [`${formatCount(unreachable)} not reached`] : []),
    ].join(', '),
  containers: (count: number) => plural(count, 'container'),
  empty: 'no containers',
  notFound: 'No containers found',
  noMatch: (search: string) => `No containers match your search "${search}"`,
  noneHere: 'The hosts shown have no containers.',
  outdated: 'agent outdated',
  outdatedHint: 'Its agent is older than the one this server hands out: run the install command again.',
  clock: (ahead: number) => `clock ${ahead > 0 ? 'ahead' : 'behind'}`,
  clockHint: 'The clock of this host is wrong; the times of its containers are corrected by it.',
  rare: 'reports rarely',
  rareHint: 'It reports so seldom that it may count as not reached between two reports.',
  omitted: (count: number) => `${count} more`,
  omittedHint: 'So many containers were beyond the limit of one report.',
  section: 'container table',
  was: (now: string, before: string) => `${now}, was: ${before}`,
  searchTips: [
    ['web', 'name, image, status, project or host contains "web"'],
    ['name:web', 'the name contains "web"'],
    ['image:postgres', 'the image contains "postgres"'],
    ['host:dock-1', 'only containers of that host'],
    ['status:exited', 'running, exited, paused, unhealthy, offline, …'],
    ['id:3f2a', 'the id contains "3f2a"'],
    ['label:team=shop', 'a label as key=value contains that'],
    ['cpu>80 memory>90', 'figures: cpu in percent of one core, memory, restarts, uptime (s)'],
  ] as readonly Tip[],
});
