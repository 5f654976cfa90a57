// Each number that several screens show, and where. A new place is a line here: the screen, and the text around the number.
import { openProblems, type Problem, problemsOf } from '@belfry/domain/problems/problems';
import { lossesOf } from '@belfry/domain/protection/estate';
import { summaryOf } from '@belfry/domain/protection/summary';
import { protectionFaults } from '@belfry/domain/protection-faults';
import { dockerHostStatus, guestCounts, guestStatus, nodeOnline, parentOf } from '@belfry/domain/status';
import { ranOn } from '@belfry/domain/testing/ran-on';
import type { PlainState } from '@belfry/schema/plain-state';
import type { State } from '@belfry/schema/state';

/** What the API gives, and what only our own client gets. */
export type Truth = PlainState & Pick<State, 'guestProtection' | 'backupGroups'>;

export interface NumberFact {
  fact: string;
  /** What follows from the state at the same moment. */
  api(state: Truth): number;
  /** `shows` has one group, the number; several matches are added. The text has the title of the page first and single spaces. */
  places: readonly { screen: string; shows: RegExp }[];
}

const OVERVIEW = '/proxmox/overview?grouping=flat';
const KIOSK = '/proxmox/overview?kiosk=1';
const ALERTS = '/alerts/overview';
const STORAGE = '/proxmox/storage';
const DOCKER = '/docker';
const PROTECTION = '/proxmox/backups/protection';
const BACKUPS = '/proxmox/backups';
const CLUSTERS = '/proxmox/overview';

/** A host that has just been lost is a problem before it has an alert. */
const hasAlert = (problem: Problem) => 'alert' in problem && problem.alert !== undefined;
const openIn = (state: PlainState) => openProblems(problemsOf(state));
const guestsOf = ({ vms, containers }: PlainState) => [...vms, ...containers];
type Guest = ReturnType<typeof guestsOf>[number];
const countsIn = (state: PlainState, isCounted: (guest: Guest) => boolean = () => true) => {
  const online = new Set(state.nodes.filter(nodeOnline).map(({ id }) => id));
  const guests = guestsOf(state).filter(isCounted);
  return guestCounts(guests.map((guest) => guestStatus(guest, online)));
};
const faultsIn = ({ pveBackups, pbs, guestProtection, ...state }: Truth, kind: string) =>
  protectionFaults({
    ...{ backupTasks: pveBackups.backupTasks, pbs, guestProtection },
    ...{ guests: guestsOf({ pveBackups, pbs, ...state } as PlainState), now: Date.now() },
  }).filter((fault) => fault.kind === kind).length;
const at = (screens: readonly string[], shows: RegExp) => screens.map((screen) => ({ screen, shows }));
const containersIn = ({ dockerHosts }: PlainState, isHeard: boolean) =>
  dockerHosts
    .filter((host) => (dockerHostStatus(host).figures === 'now') === isHeard)
    .flatMap(({ containers }) => containers);

/** `lost`: the id of a node that does not answer. `clusters`: their names, which are the ids of their instances. */
export const numberFacts = (lost: string, clusters: readonly string[]): readonly NumberFact[] => {
  const node = `/nodes/${lost}`;
  const screens = [OVERVIEW, ALERTS, STORAGE, DOCKER, PROTECTION, BACKUPS, node];
  return [
    {
      fact: 'open problems',
      api: (state) => openIn(state).length,
      places: [
        ...at(screens, /^\((\d+)\)/),
        ...at([...screens, KIOSK], /\b(\d+) problems that nobody has yet/),
        ...at([OVERVIEW, STORAGE, node], /\b(\d+) problems: /),
        ...at([ALERTS], /Status Overview (\d+)/),
      ],
    },
    {
      fact: 'open alerts',
      api: (state) => openIn(state).filter(hasAlert).length,
      places: [
        ...at([ALERTS], /Active Alerts \d+ (\d+) open/),
        ...at([ALERTS], /Open (\d+) ·/),
        ...at([ALERTS], /Acknowledge all (\d+)/),
      ],
    },
    {
      fact: 'open problems beside the worst one',
      api: (state) => openIn(state).length - 1,
      places: at([OVERVIEW, STORAGE, node], /\band (\d+) more/),
    },
    {
      fact: 'open critical alerts',
      api: (state) => openIn(state).filter((problem) => hasAlert(problem) && problem.level === 'critical').length,
      places: at([ALERTS], /\b(\d+) critical/),
    },
    {
      fact: 'active alerts',
      api: ({ activeAlerts }) => activeAlerts.length,
      places: at([ALERTS], /Active Alerts (\d+)/),
    },
    {
      fact: 'acknowledged alerts',
      api: ({ activeAlerts }) => activeAlerts.filter(({ acknowledged }) => acknowledged).length,
      places: at([ALERTS], /Acknowledged (\d+)/),
    },
    { fact: 'nodes', api: ({ nodes }) => nodes.length, places: at([OVERVIEW, STORAGE, node], /\b(\d+) nodes ·/) },
    {
      fact: 'guests',
      api: (state) => guestsOf(state).length,
      places: at([OVERVIEW, STORAGE, node], /\bnodes · ([\d,]+) guests/),
    },
    { fact: 'guests that run', api: (s) => countsIn(s).running, places: at([OVERVIEW], /\b([\d,]+) running, /) },
    { fact: 'guests that are stopped', api: (s) => countsIn(s).stopped, places: at([OVERVIEW], /\b([\d,]+) stopped/) },
    {
      fact: 'guests that are paused',
      api: (s) => countsIn(s).paused,
      places: at([OVERVIEW], /\b([\d,]+) paused(?=, [\d,]+ unknown)/),
    },
    {
      fact: 'guests nobody can see',
      api: (s) => countsIn(s).unknown,
      places: at([OVERVIEW], /paused, ([\d,]+) unknown/),
    },
    { fact: 'storages', api: ({ storage }) => storage.length, places: at([STORAGE], /\b([\d,]+) storages, /) },
    { fact: 'Docker hosts', api: ({ dockerHosts }) => dockerHosts.length, places: at([DOCKER], /\b(\d+) hosts ·/) },
    {
      fact: 'containers that run',
      api: (state) => containersIn(state, true).filter(({ state }) => state === 'running').length,
      places: [
        ...at([DOCKER], /\b(\d+) of \d+ containers running/g),
        ...at([DOCKER], /\b(\d+) running, \d+ not running, \d+ not reached/),
      ],
    },
    {
      fact: 'containers of hosts that are not reached',
      api: (state) => containersIn(state, false).length,
      places: at([DOCKER], /not running, (\d+) not reached/),
    },
    {
      fact: 'guests that ran on the lost node',
      // also those that run elsewhere by now
      api: (state) => guestsOf(state).filter((guest) => ranOn(lost, guest)).length,
      places: [...at([ALERTS], /is offline · (\d+) guests ran there/), ...at([node], /\b(\d+) guests ran here/)],
    },
    ...clusters.flatMap((cluster): NumberFact[] => {
      const isIn = ({ instance }: Guest) => instance === cluster;
      const row = (numbers: string) => at([CLUSTERS], new RegExp(`\\b${cluster} (?:[^\\d]+ )?${numbers}`));
      return [
        {
          fact: `guests that run in ${cluster}`,
          api: (state) => countsIn(state, isIn).running,
          places: row('([\\d,]+) of [\\d,]+ run'),
        },
        {
          fact: `guests of ${cluster}`,
          api: (state) => guestsOf(state).filter(isIn).length,
          places: row('[\\d,]+ of ([\\d,]+) run'),
        },
      ];
    }),
    {
      fact: 'guests of the lost cluster that nobody can see',
      api: (state) => countsIn(state, ({ instance }) => lost.startsWith(`${instance}-`)).unknown,
      places: at([CLUSTERS], / of [\d,]+ run, ([\d,]+) unknown/),
    },
    {
      fact: 'guests with the filter Running',
      api: (state) => countsIn(state).running,
      places: at([`${OVERVIEW}&status=running`], /\b([\d,]+) running, 0 stopped/),
    },
    {
      fact: 'guests with the filter Stopped',
      api: (state) => countsIn(state).stopped,
      places: at([`${OVERVIEW}&status=stopped`], /\b0 running, ([\d,]+) stopped/),
    },
    {
      fact: 'guests with the filter Paused',
      api: (state) => countsIn(state).paused,
      places: at(
        [`${OVERVIEW}&status=paused`, `${OVERVIEW}&search=status:paused`],
        /\b0 running, 0 stopped, ([\d,]+) paused/,
      ),
    },
    {
      fact: 'guests with the filter Unknown',
      api: (state) => countsIn(state).unknown,
      places: at([`${OVERVIEW}&status=unknown`, `${OVERVIEW}&search=status:unknown`], /(?<! run, )\b([\d,]+) unknown/),
    },
    {
      fact: 'virtual machines that run, with their filter',
      api: (state) => countsIn(state, ({ type }) => type === 'qemu').running,
      places: at([`${OVERVIEW}&type=vm`], /\b([\d,]+) running, /),
    },
    {
      fact: 'Linux containers that run, with their filter',
      api: (state) => countsIn(state, ({ type }) => type === 'lxc').running,
      places: at([`${OVERVIEW}&type=lxc`], /\b([\d,]+) running, /),
    },
    {
      fact: 'guests of the lost node',
      api: (state) => countsIn(state, (guest) => parentOf(guest) === lost).unknown,
      places: at([CLUSTERS], / offline 0 of [\d,]+ run, ([\d,]+) unknown/),
    },
    {
      fact: 'open alerts with the filter Critical',
      api: (state) => openIn(state).filter(({ level, about }) => level === 'critical' && about === 'alert').length,
      places: at([`${ALERTS}?level=critical`], /\b\d+ alerts?: (\d+) open/),
    },
    {
      fact: 'guests that no job includes',
      api: ({ guestProtection }) => summaryOf(guestProtection).states['not-covered'],
      places: [...at([PROTECTION], /\b([\d,]+) not covered/), ...at([PROTECTION], /\bNot covered ([\d,]+) guests? ·/)],
    },
    {
      fact: 'guests that are covered',
      api: ({ guestProtection }) => lossesOf(guestProtection, Date.now()).covered,
      places: at([PROTECTION], /\b([\d,]+) covered guests would lose/),
    },
    {
      fact: 'guests that are protected',
      api: ({ guestProtection }) => summaryOf(guestProtection).states.protected,
      places: at([PROTECTION], /\bProtected ([\d,]+) guests ·/),
    },
    {
      fact: 'orphaned backups',
      api: ({ backupGroups }) => backupGroups.filter(({ kind }) => kind === 'orphan').length,
      places: at([PROTECTION], /\b([\d,]+) orphaned/),
    },
    {
      fact: 'backups',
      api: ({ pbsBackups, pveBackups: { storageBackups, guestSnapshots } }) =>
        pbsBackups.length + storageBackups.filter(({ isPBS }) => !isPBS).length + guestSnapshots.length,
      places: at([BACKUPS], /\b([\d,]+) backups, /),
    },
    {
      fact: 'jobs of backup servers that failed',
      api: (state) => faultsIn(state, 'server-job'),
      places: at([BACKUPS], /\b(\d+) jobs? of backup servers failed/),
    },
    {
      fact: 'replications that fail',
      api: (state) => faultsIn(state, 'replication'),
      places: at([BACKUPS], /\b(\d+) replication jobs? failing/),
    },
  ];
};
