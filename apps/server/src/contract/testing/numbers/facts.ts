// Each number that several places give, and how to read it in each of them. A new place is a line here.
import { isDown, openProblems, problemsOf } from '@belfry/domain/problems/problems';
import { summaryOf } from '@belfry/domain/protection/summary';
import { dockerHostStatus, guestCounts, guestStatus, nodeOnline, parentOf } from '@belfry/domain/status';
import { ranOn } from '@belfry/domain/testing/ran-on';
import type { Seen } from './seen.ts';

export interface Fact {
  fact: string;
  /** By name of the place. All must be the same number. */
  places: Readonly<Record<string, (seen: Seen) => number>>;
}

type State = Pick<Seen['state'], 'vms' | 'containers' | 'nodes' | 'instances' | 'dockerHosts'>;
const guestsOf = ({ vms, containers }: State) => [...vms, ...containers];
const onlineIn = ({ nodes }: State) => new Set(nodes.filter(nodeOnline).map(({ id }) => id));
const countsIn = (state: State) => {
  const online = onlineIn(state);
  return guestCounts(guestsOf(state).map((guest) => guestStatus(guest, online)));
};
/** Of an instance that does not answer nothing is measured: it has no series. */
const answersIn = ({ instances }: State) => {
  const answering = new Set(instances.filter(({ health }) => health !== 'error').map(({ id }) => id));
  return <T extends { instance: string }>(list: readonly T[]): T[] =>
    list.filter(({ instance }) => answering.has(instance));
};
const sumOf = <T>(list: readonly T[], of: (item: T) => number): number => list.reduce((sum, item) => sum + of(item), 0);
const openIn = ({ state }: Seen) => openProblems(problemsOf(state));
const isLevel =
  (wanted: string) =>
  ({ level }: { level: string }): boolean =>
    level === wanted;
const isTaken = ({ acknowledged }: { acknowledged: boolean }): boolean => acknowledged;
/** There, an active alert that somebody has is `acknowledged`. */
const activeIn = ({ history }: Seen) => history.filter(({ status }) => status !== 'resolved');

const guestFacts: readonly Fact[] = [
  ...(['vms', 'containers'] as const).map((list): Fact => {
    const [type, word] = list === 'vms' ? (['qemu', 'vm'] as const) : (['lxc', 'lxc'] as const);
    return {
      fact: `guests of the type ${type}`,
      places: {
        state: ({ state }) => state[list].length,
        'plain state': ({ plain }) => plain[list].length,
        search: ({ found }) => found[word],
        'belfry guests': ({ cli }) => cli.guests.filter((guest) => guest.type === type).length,
      },
    };
  }),
  {
    fact: 'all guests',
    places: {
      state: ({ state }) => guestsOf(state).length,
      'belfry status': ({ cli }) => cli.status.guests.total,
      'belfry guests': ({ cli }) => cli.guests.length,
      'verdicts on protection': ({ state }) => state.guestProtection.length,
    },
  },
  {
    fact: 'guests of hosts that answer',
    places: {
      state: ({ state }) => answersIn(state)(guestsOf(state)).length,
      metrics: ({ metrics }) => metrics.count('belfry_guest_info'),
    },
  },
  {
    fact: 'guests that run',
    places: {
      state: ({ state }) => countsIn(state).running,
      'plain state': ({ plain }) => countsIn(plain).running,
      search: ({ found }) => found.running,
      metrics: ({ metrics }) => metrics.sum('belfry_guest_up'),
      'belfry status': ({ cli }) => cli.status.guests.running,
      'belfry guests --status': ({ cli }) => cli.running.length,
    },
  },
  {
    fact: 'guests that are stopped',
    places: {
      state: ({ state }) => countsIn(state).stopped,
      search: ({ found }) => found.stopped,
      'belfry status': ({ cli }) => cli.status.guests.stopped,
      'belfry guests --status': ({ cli }) => cli.stopped.length,
    },
  },
  {
    fact: 'guests that are paused',
    places: {
      state: ({ state }) => countsIn(state).paused,
      search: ({ found }) => found.paused,
      metrics: ({ metrics }) => metrics.sum('belfry_guest_paused'),
      'belfry status': ({ cli }) => cli.status.guests.paused,
      'belfry guests --status': ({ cli }) => cli.paused.length,
    },
  },
  {
    fact: 'guests of which nobody sees whether they run',
    places: {
      state: ({ state }) => countsIn(state).unknown,
      search: ({ found }) => found.unknown,
      'belfry status': ({ cli }) => cli.status.guests.unknown,
      'belfry guests --status': ({ cli }) => cli.unknown.length,
      'all but the series of /metrics': ({ state, metrics }) =>
        guestsOf(state).length - metrics.count('belfry_guest_up'),
    },
  },
];

const hostFacts: readonly Fact[] = [
  {
    fact: 'nodes',
    places: {
      state: ({ state }) => state.nodes.length,
      'belfry nodes': ({ cli }) => cli.nodes.length,
      'belfry status': ({ cli }) => cli.status.nodes.total,
      diagnostics: ({ diagnostics }) => sumOf(diagnostics.nodes, ({ physicalDisks }) => physicalDisks.nodesChecked),
    },
  },
  {
    fact: 'nodes that are online',
    places: {
      state: ({ state }) => onlineIn(state).size,
      metrics: ({ metrics }) => metrics.sum('belfry_node_up'),
      'belfry nodes': ({ cli }) => cli.nodes.filter(({ status }) => status === 'online').length,
      'belfry status': ({ cli }) => cli.status.nodes.online,
    },
  },
  {
    fact: 'instances',
    places: {
      state: ({ state }) => state.instances.length,
      metrics: ({ metrics }) => metrics.count('belfry_instance_info'),
      'belfry status': ({ cli }) => cli.status.instances.total,
      diagnostics: ({ diagnostics: { nodes, pbs, pmg, dockerHosts } }) =>
        nodes.length + pbs.length + pmg.length + dockerHosts.length,
    },
  },
  {
    fact: 'instances that do not answer',
    places: {
      state: ({ state }) => state.instances.filter(isDown).length,
      'belfry status': ({ cli }) => cli.status.instances.failing.length,
    },
  },
  {
    fact: 'instances whose last poll failed',
    places: {
      state: ({ state }) => state.instances.filter(({ health }) => health === 'error').length,
      metrics: ({ metrics }) => metrics.count('belfry_instance_up') - metrics.sum('belfry_instance_up'),
      'connection health': ({ state }) =>
        Object.values(state.connectionHealth).filter((isHealthy) => !isHealthy).length,
      diagnostics: ({ diagnostics: { nodes, pbs, pmg, dockerHosts } }) =>
        [...nodes, ...pbs, ...pmg].filter(({ connected }) => !connected).length +
        dockerHosts.filter(({ status }) => status === 'offline').length,
    },
  },
  {
    fact: 'storages of hosts that answer',
    places: {
      state: ({ state }) => answersIn(state)(state.storage).length,
      metrics: ({ metrics }) => metrics.count('belfry_storage_info'),
      'plain state': ({ plain }) => answersIn(plain)(plain.storage).length,
    },
  },
  {
    fact: 'storages',
    places: {
      state: ({ state }) => state.storage.length,
      'plain state': ({ plain }) => plain.storage.length,
      diagnostics: ({ diagnostics }) => diagnostics.storage.length,
    },
  },
  {
    fact: 'storages that are available',
    places: {
      state: ({ state }) => answersIn(state)(state.storage).filter(({ status }) => status === 'available').length,
      metrics: ({ metrics }) => metrics.sum('belfry_storage_up'),
      'plain state': ({ plain }) => plain.storage.filter(({ status }) => status === 'available').length,
    },
  },
  {
    fact: 'datastores of servers that answer',
    places: {
      state: ({ state }) =>
        sumOf(
          answersIn(state)(state.pbs.map(({ id, datastores }) => ({ instance: id, datastores }))),
          ({ datastores }) => datastores.length,
        ),
      metrics: ({ metrics }) => metrics.count('belfry_datastore_info'),
    },
  },
  {
    fact: 'Docker hosts',
    places: {
      state: ({ state }) => state.dockerHosts.length,
      diagnostics: ({ diagnostics }) => diagnostics.dockerHosts.length,
    },
  },
  {
    fact: 'Docker hosts that report',
    places: {
      state: ({ state }) => state.dockerHosts.filter((host) => dockerHostStatus(host).tone !== 'lost').length,
      metrics: ({ metrics }) => metrics.sum('belfry_docker_host_up'),
    },
  },
  {
    fact: 'containers',
    places: {
      state: ({ state }) => sumOf(state.dockerHosts, ({ containers }) => containers.length),
      diagnostics: ({ diagnostics }) => sumOf(diagnostics.dockerHosts, ({ containers }) => containers),
    },
  },
  {
    fact: 'containers that run',
    places: {
      state: ({ state }) =>
        sumOf(
          state.dockerHosts.filter((host) => dockerHostStatus(host).figures === 'now'),
          ({ containers }) => containers.filter(({ state }) => state === 'running').length,
        ),
      metrics: ({ metrics }) => metrics.sum('belfry_container_up'),
      'metrics of the hosts': ({ metrics }) => metrics.sum('belfry_docker_host_containers_running'),
    },
  },
];

const backupFacts: readonly Fact[] = [
  {
    fact: 'backups on backup servers',
    places: {
      state: ({ state }) => state.pbsBackups.length,
      'plain state': ({ plain }) => plain.pbsBackups.length,
      'all backups': ({ backups }) => backups.pbsBackups.length,
      'backups of servers': ({ pbs }) => pbs.backups.length,
    },
  },
  {
    fact: 'backups on storages',
    places: {
      state: ({ state }) => state.storageBackups.length,
      'plain state': ({ plain }) => plain.pveBackups.storageBackups.length,
      'all backups': ({ backups }) => backups.storageBackups.length,
      'backups of storages': ({ pve }) => pve.backups.length,
    },
  },
  {
    fact: 'all backups',
    places: {
      state: ({ state }) => state.pbsBackups.length + state.storageBackups.length,
      'belfry backups': ({ cli }) => sumOf(cli.backups, ({ backups }) => backups),
    },
  },
  {
    fact: 'guests that are judged or excluded',
    places: {
      'the sum of all verdicts': ({ state }) => sumOf(Object.values(summaryOf(state.guestProtection).states), (n) => n),
      'the guests': ({ state }) => guestsOf(state).length,
    },
  },
  {
    fact: 'guests whose last run worked',
    places: {
      verdicts: ({ state }) =>
        state.guestProtection.filter(({ lastRun, state }) => lastRun?.result === 'ok' && state !== 'excluded').length,
      nights: ({ nights }) =>
        sumOf(
          Object.values(nights.instances ?? {}),
          ({ guests }) => Object.values(guests).filter((letters) => letters.replaceAll('-', '').at(-1) === 'o').length,
        ),
    },
  },
];

const alertFacts: readonly Fact[] = [
  {
    fact: 'active alerts',
    places: {
      state: ({ state }) => state.activeAlerts.length,
      'plain state': ({ plain }) => plain.activeAlerts.length,
      list: ({ active }) => active.length,
      history: (seen) => activeIn(seen).length,
      metrics: ({ metrics }) => metrics.sum('belfry_alerts_active'),
      'metrics of each': ({ metrics }) => metrics.count('belfry_alert_info'),
      'belfry alerts': ({ cli }) => cli.alerts.length,
      'belfry status': ({ cli }) => cli.status.alerts.critical + cli.status.alerts.warning,
    },
  },
  {
    fact: 'critical alerts',
    places: {
      state: ({ state }) => state.activeAlerts.filter(isLevel('critical')).length,
      list: ({ active }) => active.filter(isLevel('critical')).length,
      history: (seen) => activeIn(seen).filter(isLevel('critical')).length,
      metrics: ({ metrics }) => metrics.sum('belfry_alerts_active', 'level="critical"'),
      'metrics of each': ({ metrics }) => metrics.count('belfry_alert_info', 'level="critical"'),
      'belfry alerts --level': ({ cli }) => cli.critical.length,
      'belfry status': ({ cli }) => cli.status.alerts.critical,
    },
  },
  {
    fact: 'acknowledged alerts',
    places: {
      state: ({ state }) => state.activeAlerts.filter(isTaken).length,
      list: ({ active }) => active.filter(isTaken).length,
      history: (seen) => activeIn(seen).filter(isTaken).length,
      metrics: ({ metrics }) => metrics.count('belfry_alert_info', 'acknowledged="true"'),
      'belfry alerts': ({ cli }) => cli.alerts.filter(isTaken).length,
    },
  },
  {
    fact: 'open problems',
    places: {
      state: (seen) => openIn(seen).length,
      'plain state': ({ plain }) => openProblems(problemsOf(plain)).length,
      metrics: ({ metrics }) => metrics.sum('belfry_alerts_open'),
      'belfry status': ({ cli }) => cli.status.open.total,
    },
  },
  {
    fact: 'open problems that are critical',
    places: {
      state: (seen) => openIn(seen).filter(isLevel('critical')).length,
      metrics: ({ metrics }) => metrics.sum('belfry_alerts_open', 'level="critical"'),
      'belfry status': ({ cli }) => cli.status.open.critical,
    },
  },
  {
    fact: 'problems that somebody has',
    places: {
      state: ({ state }) => problemsOf(state).filter(({ isTaken }) => isTaken).length,
      'belfry status': ({ cli }) => cli.status.open.taken,
    },
  },
];

/** What hangs on a node that does not answer, while its cluster does. A message says how many there were when it was sent. */
export const lostNodeFacts = (lost: string): readonly Fact[] => {
  const alertIn = ({ active }: Seen) => active.find(({ id }) => id === `node-offline-${lost}`);
  const ranIn = ({ state }: Seen) => guestsOf(state).filter((guest) => ranOn(lost, guest));
  const stillIn = (seen: Seen) => ranIn(seen).filter((guest) => parentOf(guest) === lost);
  return [
    {
      fact: 'guests that ran on the lost node',
      places: {
        state: (seen) => ranIn(seen).length,
        alert: (seen) => alertIn(seen)?.metadata?.depends?.guests ?? Number.NaN,
      },
    },
    {
      fact: 'guests of the lost node that are on no other one by now',
      places: {
        state: (seen) => stillIn(seen).length,
        'what the alert affects': (seen) => {
          const ran = new Set(stillIn(seen).map(({ id }) => id));
          return alertIn(seen)?.metadata?.affects?.resources.filter(({ id }) => ran.has(id)).length ?? Number.NaN;
        },
        'the estimate of its loss': ({ state }) =>
          state.nodeLosses.find(({ id }) => id === lost)?.guests.length ?? Number.NaN,
      },
    },
    {
      fact: 'resources that the alert of the lost node affects',
      places: {
        count: (seen) => alertIn(seen)?.metadata?.affects?.count ?? Number.NaN,
        list: (seen) => alertIn(seen)?.metadata?.affects?.resources.length ?? Number.NaN,
      },
    },
  ];
};

export const facts: readonly Fact[] = [...guestFacts, ...hostFacts, ...backupFacts, ...alertFacts];

/** What each fact is in each place, where two of them differ. */
export function disagreements(all: readonly Fact[], seen: Seen) {
  return all.flatMap(({ fact, places }) => {
    const said = Object.fromEntries(Object.entries(places).map(([place, read]) => [place, read(seen)]));
    return new Set(Object.values(said)).size === 1 ? [] : [{ fact, said }];
  });
}

/** The facts that are 0, or not there: equal numbers show nothing then. */
export const nothingOf = (all: readonly Fact[], seen: Seen): string[] =>
  all.filter(({ places }) => !Object.values(places).some((read) => read(seen) > 0)).map(({ fact }) => fact);
