// Plays a script on the whole server and the simulated datacentre, and writes down meanwhile what was really so.
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import { pointStorages } from '@belfry/lab/neighbours';
import { startBackupServer } from '@belfry/lab/pbs/server';
import { historyOf } from '@belfry/lab/world/backup-history';
import { guestsIn, weekdayOf } from '@belfry/lab/world/backup-job';
import { scriptNight } from '@belfry/lab/world/night';
import { NodeConfig } from '@belfry/schema/config/node';
import { listActiveAlerts } from '@belfry/schema/http/alerts';
import { onTestFinished } from 'vitest';
import { tempDir } from '../../../db/testing/temp-store.ts';
import { openEngineHistory } from '../../../history/testing/engine-history.ts';
import { type Whole, wholeApp } from '../whole-app.ts';
import type { ExpectedAlert } from './expected-alerts.ts';
import { createBackupNotes, nightsOf } from './nights.ts';
import { type Deed, type Happening, NO_ANSWER, NO_QUORUM, OFFLINE, POWERED_OFF, scriptOf } from './script.ts';
import { simulatedTime } from './simulated-time.ts';
import { createStoreNotes } from './stores.ts';
import { createTruth, LOOK_MS } from './truth.ts';

export const POLL_S = 180;
const HOUR_MS = 3_600_000;
const STOP_STEP_MS = 100;
const DAY_S = 86_400;
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

  const nights = nightsOf(days, {
    troubled: own.filter(({ node, name }) => node === stays.name && name !== roles.removed && name !== roles.remade),
    idle: lost.name,
  });
  for (const [day, night] of nights.entries()) scriptNight(west, { midnight: begin / 1000 + day * DAY_S, ...night });
  for (const cluster of [east, west]) cluster.isLeftAlone = true;
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
      case 'forget':
        for (const cluster of [east, west]) if (cluster) historyOf(cluster).runs = [];
        return;
      case 'acknowledge':
        return acknowledge(deed.resource, deed.what);
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
  const expected = expectedOf(happenings, { begin, cluster: west.name, cut: east.name });
  async function acknowledge(resource: string, what: string): Promise<void> {
    const active = (await time.until(whole().call('GET', '/api/alerts/active'))).read(listActiveAlerts.reply);
    const alert = active.find((each) => each.resourceName === resource && each.message.includes(what));
    const url = `/api/alerts/${encodeURIComponent(alert?.id ?? '')}/acknowledge`;
    const { status, text } = await time.until(whole().call('POST', url, { body: {} }));
    if (status >= 300) throw new Error(`acknowledge ${resource}: ${status} ${text}`);
    const open = expected.findLast(
      (each) => each.resource === resource && each.what === what && each.from < clock.now(),
    );
    if (open) open.acknowledgedAt = clock.now();
  }
  const truth = createTruth(lab, begin, clock.now);
  const inWindow = (at: number) =>
    new Set(
      windows
        .filter(({ from, until }) => at >= begin + from * HOUR_MS && at < begin + until * HOUR_MS)
        .map(({ guest }) => vmidOf(guest)),
    );
  const backups = createBackupNotes([east, west]);
  const stores = createStoreNotes([east, west], server);
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
    while (left[0] && begin + left[0].at * HOUR_MS <= clock.now()) await happen((left.shift() as Happening).deed);
    if (clock.now() % 600_000 === 0) {
      await belfry?.history.work();
      backups.note();
      stores.note(clock.now());
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
    const found = { planned: 0, worked: 0, failed: 0, missed: 0 };
    for (const job of cluster.backupJobs.filter((one) => guestsIn(one, cluster).includes(guest)))
      for (let day = 0; day < days; day++) {
        const midnight = begin / 1000 + day * DAY_S;
        const at = midnight + job.second;
        if (at < (guest.createdAt ?? 0) || at >= begin / 1000 + hours * 3600) continue;
        if (job.weekday !== undefined && job.weekday !== weekdayOf(midnight)) continue;
        found.planned++;
        // One guest has moved since the first night.
        const node = name === roles.moved && day === 0 ? lost?.name : guest.node;
        const { idle = [], troubles = {} } = (cluster === west && nights[day]) || {};
        if (backups.isMade(cluster, vmid, job, at)) found.worked++;
        else if (troubles[vmid] && !idle.includes(node ?? '')) found.failed++;
        else found.missed++;
      }
    return found;
  }
  return { truth, whole, roles, plannedOf, stores: stores.all(), expected, until: time.until };
}

/** The alerts about guests that are stopped, a node that is lost with the quorum, and a host that does not answer. */
function expectedOf(
  happenings: readonly Happening[],
  { begin, cluster, cut }: { begin: number; cluster: string; cut: string },
): ExpectedAlert[] {
  const timeOf = ({ at }: Happening) => begin + at * HOUR_MS;
  const endOf = (of: Happening, is: (deed: Deed) => boolean) => {
    const end = happenings.find(({ at, deed }) => at > of.at && is(deed));
    return end && timeOf(end);
  };
  return happenings.flatMap((each): ExpectedAlert[] => {
    const { deed } = each;
    const from = timeOf(each);
    if (deed.do === 'stop') {
      const until = endOf(each, (later) => later.do === 'start' && later.guest === deed.guest);
      return [{ resource: deed.guest, what: POWERED_OFF, from, until }];
    }
    if (deed.do === 'lose') {
      const until = endOf(each, (later) => later.do === 'return');
      return [
        { resource: deed.node, what: OFFLINE, from, until },
        { resource: cluster, what: NO_QUORUM, from, until },
      ];
    }
    const until = endOf(each, (later) => later.do === 'join');
    return deed.do === 'cut' ? [{ resource: cut, what: NO_ANSWER, from, until }] : [];
  });
}
