// The hosts of the run: half of them get every fault of the lab, the other half none.
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import type { Dice } from '@belfry/lab/dice';
import type { Fault } from '@belfry/lab/fault';
import { startBackupServer } from '@belfry/lab/pbs/server';
import { startMailGateway } from '@belfry/lab/pmg/gateway';
import type { Alert } from '@belfry/schema/entities/alert';
import type { State } from '@belfry/schema/state';

/** The fields of GET /api/state that the checks read. */
export type Seen = Pick<State, 'instances' | 'nodes' | 'vms' | 'containers' | 'dockerHosts' | 'stats'> &
  Pick<State, 'serverProblems' | 'activeAlerts'>;

export async function startDatacentre() {
  const lab = await startLab({ nodes: 12, clusters: 4, guests: 120, authDelayMs: 0, seed: 5, calm: true });
  const [noisy, calm] = [lab.instances.slice(0, 2), lab.instances.slice(2)];
  const [pbs, calmPbs] = await Promise.all(
    [5, 6].map((seed) => startBackupServer({ snapshots: 200, seed, authDelayMs: 0, calm: true })),
  );
  const pmg = await startMailGateway({ nodes: 2, seed: 5, authDelayMs: 0, calm: true });
  if (!pbs || !calmPbs) throw new Error('no backup servers');
  const hosts = [
    ...noisy.flatMap(({ members }) =>
      members.map(({ node }) => ({ fault: (fault: Fault) => lab.fault(node, fault), heal: () => lab.heal(node) })),
    ),
    { fault: pbs.fault, heal: pbs.heal },
    ...pmg.nodes.map(({ name }) => ({ fault: (fault: Fault) => pmg.fault(name, fault), heal: () => pmg.heal(name) })),
  ];
  const quiet = [...calm.map(nodeConfig), { ...calmPbs.config(), name: 'quiet-pbs' }];
  const quietIds = new Set(quiet.flatMap(({ type, name }) => [name, `${type}-${name}`]));
  const isQuiet = (instance: string) => quietIds.has(instance);
  const configs = [...noisy.map(nodeConfig), { ...pbs.config(), name: 'noisy-pbs' }, pmg.config(), ...quiet];

  /** Applies one fault to one of the hosts with faults. */
  async function happen({ roll, pick }: Dice): Promise<void> {
    const faults: Fault[] = ['die', 'die', 'hang', 'truncated', 'garbage', { slow: 3000 }, { slow: 200 }];
    const worse: Fault[] = [401, 403, 500, 595].map((status) => ({ status: status as 500 }));
    const lies: Fault[] = [{ lie: Math.floor(roll() * 1e6) }, { otherHost: 'web' }, { otherHost: 'pbs' }];
    const luck = roll();
    if (luck < 0.6) return pick(hosts).fault(pick([...faults, ...worse, ...lies]));
    if (luck < 0.85) return pick(hosts).heal();
    const { name, members } = pick(noisy);
    const { vmid } = pick(lab.guests(name));
    pick([
      () => lab.stopGuest(name, vmid),
      () => lab.startGuest(name, vmid),
      () => lab.migrateGuest(name, vmid, pick(members).node),
    ])();
  }

  /**
   * Hosts that refused the credentials, by the faults 401 and 403. The product then waits for minutes on purpose, so that the
   * host does not see many failed logins.
   */
  const resting = ({ instances }: Seen): Set<string> =>
    new Set(instances.filter(({ error }) => error?.kind === 'auth' || error?.kind === 'forbidden').map(({ id }) => id));

  /** What the product shows wrongly while no fault is active. */
  function errors(seen: Seen): string[] {
    const rest = resting(seen);
    // Hosts that report choose the time themselves.
    const found = seen.instances.flatMap(({ id, kind, name, health, error }) =>
      kind !== 'docker' && health === 'error' && !rest.has(id) ? [`${name}: ${error?.message ?? 'stale'}`] : [],
    );
    if (seen.instances.length < configs.length) found.push(`${seen.instances.length} of ${configs.length} instances`);
    for (const { instance, name, status, staleSince } of seen.nodes)
      if (!rest.has(instance) && (status !== 'online' || staleSince))
        found.push(`node ${instance} ${name} is ${status}`);
    for (const { name: instance } of lab.instances) {
      if (rest.has(instance)) continue;
      const guests = new Map(
        [...seen.vms, ...seen.containers].filter((g) => g.instance === instance).map((g) => [g.vmid, g]),
      );
      for (const { vmid, power, template } of lab.guests(instance)) {
        const status = guests.get(vmid)?.status ?? 'missing';
        const isRight = (status === 'running') === (power === 'running') && !guests.get(vmid)?.staleSince;
        if (!template && !isRight) found.push(`guest ${instance} ${vmid} is ${status}, not ${power}`);
      }
    }
    return found;
  }

  /** The hosts without faults that the product shows as failing. */
  function falseAlarms({ instances, nodes, vms, containers }: Seen): string[] {
    return [
      ...instances
        .filter((i) => isQuiet(i.id) && i.health === 'error')
        .map((i) => `${i.name}: ${i.error?.message ?? 'stale'}`),
      ...nodes
        .filter((n) => isQuiet(n.instance) && (n.status !== 'online' || n.staleSince))
        .map((n) => `node ${n.name}`),
      ...[...vms, ...containers].filter((g) => isQuiet(g.instance) && g.staleSince).map((g) => `guest ${g.id}`),
    ];
  }

  /** The only problems of this datacentre: stopped guests, and clocks of hosts that differ from the clock of the product. */
  const isFalse = ({ type }: Alert): boolean => !type.includes('clock') && type !== 'powered-off';

  /** Alerts about hosts without faults. */
  const falseAlerts = ({ activeAlerts }: Seen): string[] =>
    activeAlerts
      .filter((alert) => isFalse(alert) && isQuiet(alert.metadata?.instanceId ?? ''))
      .map(({ id }) => `alert ${id}`);

  /** Alerts that are left when all faults have ended. One that flaps stays for ten minutes; a host that rests is not asked, and containers have troubles of their own. */
  function alertsLeft(seen: Seen): string[] {
    const rest = resting(seen);
    const off = new Set(
      lab.instances.flatMap(({ name }) =>
        lab
          .guests(name)
          .filter(({ power }) => power !== 'running')
          .map(({ vmid }) => `${name}-${vmid}`),
      ),
    );
    return seen.activeAlerts
      .filter(({ metadata }) => !rest.has(metadata?.instanceId ?? '') && !metadata?.resourceType?.startsWith('docker'))
      .filter((alert) => isFalse(alert) || (alert.type === 'powered-off' && !off.has(alert.resourceId)))
      .map(({ id }) => id);
  }

  return {
    configs,
    falseAlerts,
    alertsLeft,
    happen,
    errors,
    resting,
    falseAlarms,
    heal: () => Promise.all(hosts.map((host) => host.heal())),
    stop: () => Promise.all([lab, pbs, calmPbs, pmg].map((each) => each.stop())),
  };
}
