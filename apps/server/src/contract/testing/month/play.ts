// Plays a script on the whole server and the simulated datacentre, and writes down meanwhile what was really so.
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import { pointStorages } from '@belfry/lab/neighbours';
import { startBackupServer } from '@belfry/lab/pbs/server';
import { historyOf } from '@belfry/lab/world/backup-history';
import { guestsIn, weekdayOf } from '@belfry/lab/world/backup-job';
import { scriptNight } from '@belfry/lab/world/night';
import { NodeConfig } from '@belfry/schema/config/node';
import { onTestFinished } from 'vitest';
import { tempDir } from '../../../db/testing/temp-store.ts';
import { openEngineHistory } from '../../../history/testing/engine-history.ts';
import { type Whole, wholeApp } from '../whole-app.ts';
import { type Deed, scriptOf } from './script.ts';
import { simulatedTime } from './simulated-time.ts';
import { createTruth, LOOK_MS } from './truth.ts';

export const POLL_S = 180;
const HOUR_MS = 3_600_000;
const STOP_STEP_MS = 100;
/** A backup is of a run when it begins so long after it at most. */
const SIGN_S = 6 * 3600;
/** Belfry runs for so long before the period begins. */
const BEFORE_MS = HOUR_MS / 2;

/** `begin`: epoch ms, at midnight. */
export async function playMonth(begin: number, hours: number) {
  const days = Math.ceil(hours / 24);
  const time = simulatedTime(begin - BEFORE_MS);
  const { clock } = time;
  const world = { authDelayMs: 0, plain: true, calm: true, clock: clock.now };
  const lab = await startLab({ ...world, clusters: 2, nodes: 3, guests: 16, seed: 3, version: 9.2 });
  onTestFinished(() => lab.stop());
  const [east, west] = lab.clusters;
  const [single] = east?.nodes ?? [];
  const [stays, lost] = west?.nodes ?? [];
  if (!east || !west || !single || !stays || !lost) throw new Error('the lab is too small');
  const own = [...west.guests.values()].filter(({ template }) => !template);
  // Everything that the script is about runs and starts with its node.
  for (const guest of own) Object.assign(guest, { power: 'running', onboot: true, ha: undefined });
  const onStaying = own.filter(({ node }) => node === stays.name).map(({ name }) => name);
  const onLost = own.filter(({ node }) => node === lost.name).map(({ name }) => name);
  const pick = (from: string[]) => {
    const name = from.shift();
    if (name === undefined) throw new Error('the lab has too few guests');
    return name;
  };
  const roles = {
    ...{ moved: pick(onLost), maintained: pick(onStaying), renamed: pick(onLost), removed: pick(onStaying) },
    ...{ remade: pick(onStaying), unsteady: [...onStaying, ...onLost] },
  };
  const { happenings, windows } = scriptOf(days, roles, {
    ...{ lost: lost.name, target: stays.name, single: single.name },
  });
  const vmids = new Map(own.map(({ name, vmid }) => [name, vmid]));
  const vmidOf = (name: string) => vmids.get(name) ?? 0;

  // In the first night the disk of one guest cannot be read. In this and in each fourth one after it the scheduler of a node does not run.
  const job = west.backupJobs[0];
  const failing = own.find(
    (guest) =>
      job &&
      guest.node === stays.name &&
      guestsIn(job, west).includes(guest) &&
      guest.name !== roles.removed &&
      guest.name !== roles.remade,
  )?.vmid;
  scriptNight(west, { midnight: begin / 1000, troubles: { [failing ?? 0]: 'disk' }, idle: [lost.name] });
  for (let day = 4; day < days; day += 4)
    scriptNight(west, { midnight: begin / 1000 + day * 86_400, idle: [lost.name] });
  const server = await startBackupServer({
    ...{ seed: 5, authDelayMs: 0, calm: true, clock: clock.now, name: 'pbs-main', clusters: [east, west] },
  });
  onTestFinished(() => server.stop());
  pointStorages([east, west], server);

  const nodes = [...lab.instances.map(nodeConfig), server.config()].map((config) => NodeConfig.parse(config));
  const [dataDir, kept] = [tempDir(), tempDir()];
  const open = async () => {
    const history = await openEngineHistory({ now: clock.now, clock, dataDir: kept });
    const env = { BELFRY_AUTH_DISABLED: 'true', TZ: 'UTC' };
    const app = await wholeApp({ clock, env, more: { nodes, machineZone: 'UTC' }, dataDir, history });
    // Before the hook of the server itself, which does not move the clock.
    onTestFinished(() => time.until(app.stop(), STOP_STEP_MS));
    await time.quiet();
    return { app, history };
  };
  let belfry: Awaited<ReturnType<typeof open>> | undefined = await open();
  const whole = (): Whole => {
    if (!belfry) throw new Error('Belfry is off');
    return belfry.app;
  };
  const interval = { pvePollingInterval: POLL_S, pbsPollingInterval: 300 };
  await whole().call('PUT', '/api/config/system', { body: interval });
  await time.pass(POLL_S * 1000);
  for (const { guest, from, until } of windows) {
    const at = (hours: number) => new Date(begin + hours * HOUR_MS).toISOString();
    const body = {
      ...{ name: `${guest} ${from}`, targets: [{ kind: 'resource', value: `${west.name}-${vmidOf(guest)}` }] },
      schedule: { kind: 'once', start: at(from), end: at(until) },
    };
    const { status, text } = await whole().call('POST', '/api/alerts/maintenance', { body });
    if (status >= 300) throw new Error(`window: ${status} ${text}`);
  }

  const cut = new Set<string>();
  async function happen(deed: Deed): Promise<void> {
    switch (deed.do) {
      case 'stop':
        return lab.stopGuest(west?.name ?? '', vmidOf(deed.guest));
      case 'start':
        return lab.startGuest(west?.name ?? '', vmidOf(deed.guest));
      case 'remove':
        return lab.removeGuest(west?.name ?? '', vmidOf(deed.guest));
      case 'rename':
        vmids.set(deed.to, vmidOf(deed.guest));
        return lab.renameGuest(west?.name ?? '', vmidOf(deed.guest), deed.to);
      case 'move':
        return lab.migrateGuest(west?.name ?? '', vmidOf(deed.guest), deed.to);
      case 'remake':
        lab.addGuest(west?.name ?? '', { vmid: vmidOf(deed.guest), node: stays?.name ?? '', name: deed.as });
        return;
      case 'make':
        lab.addGuest(east?.name ?? '', { vmid: deed.vmid, node: deed.node, name: deed.as });
        return;
      case 'lose':
        return lab.unplug(deed.node);
      case 'return':
        return lab.heal(deed.node);
      case 'cut':
        cut.add(east?.name ?? '');
        return lab.fault(deed.node, { status: 595 });
      case 'join':
        cut.clear();
        return lab.heal(deed.node);
      case 'off':
        if (belfry) await time.until(belfry.app.stop(), STOP_STEP_MS);
        await belfry?.history.close();
        belfry = undefined;
        return;
      case 'on':
        belfry = await open();
        return;
    }
  }
  const truth = createTruth(lab);
  const inWindow = (at: number) =>
    new Set(
      windows
        .filter(({ from, until }) => at >= begin + from * HOUR_MS && at < begin + until * HOUR_MS)
        .map(({ guest }) => vmidOf(guest)),
    );
  /** The times of all backups in seconds, by cluster and number: later the lab prunes some of them. */
  const backups = new Map<string, Set<number>>();
  function noteBackups(): void {
    for (const cluster of [east, west])
      for (const { id, type, snapshots } of cluster ? historyOf(cluster).groups : []) {
        const key = `${cluster?.name}/${id}`;
        const known = backups.get(key) ?? new Set();
        backups.set(key, known);
        if (type !== 'host') for (const { time: at } of snapshots) known.add(at);
      }
  }
  const madeOf = ({ name }: { name: string }, vmid: number) => [...(backups.get(`${name}/${vmid}`) ?? [])];
  await time.pass(begin - clock.now());
  const left = [...happenings];
  for (const end = begin + hours * HOUR_MS; clock.now() < end; ) {
    const agreed = inWindow(clock.now());
    truth.look({
      isBelfryOn: belfry !== undefined,
      isCut: (instance) => cut.has(instance),
      isAgreed: (vmid, instance) => instance === west.name && agreed.has(vmid),
    });
    await time.pass(LOOK_MS);
    while (left[0] && begin + left[0].at * HOUR_MS <= clock.now())
      await happen((left.shift() as (typeof left)[0]).deed);
    if (clock.now() % 600_000 === 0) {
      await belfry?.history.work();
      noteBackups();
    }
  }
  // What was read last is written.
  await belfry?.history.flush();
  await belfry?.history.work();

  /** What was planned for a guest that is there at the end, by the jobs of its cluster. Undefined for one that is gone. */
  function plannedOf(name: string, vmid: number) {
    const cluster = [east, west].find((each) => each?.guests.get(vmid)?.name === name);
    const guest = cluster?.guests.get(vmid);
    if (!cluster || !guest) return undefined;
    const found = { planned: 0, failed: 0, missed: 0 };
    for (const each of cluster.backupJobs.filter((one) => guestsIn(one, cluster).includes(guest)))
      for (let day = 0; day < days; day++) {
        const midnight = begin / 1000 + day * 86_400;
        if (midnight + each.second < (guest.createdAt ?? 0)) continue;
        if (each.weekday !== undefined && each.weekday !== weekdayOf(midnight)) continue;
        found.planned++;
        // The people of the lab back up some guests by hand, also in a night in which nothing else did.
        const made = madeOf(cluster, vmid).some(
          (at) => at >= midnight + each.second && at < midnight + each.second + SIGN_S,
        );
        if (made) continue;
        const night = cluster.nights.find((one) => one.midnight === midnight);
        // One guest has moved since the first night.
        const node = name === roles.moved && day === 0 ? lost?.name : guest.node;
        if (night?.idle?.includes(node ?? '')) found.missed++;
        else if (night?.troubles?.[vmid]) found.failed++;
      }
    return found;
  }
  return { truth, whole, roles, plannedOf, until: time.until };
}
