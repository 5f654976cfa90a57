// Troubles of a simulated datacentre and the alerts that follow, through the whole server with all its calls.
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import { startNeighbours } from '@belfry/lab/neighbours';
import { createTroubles } from '@belfry/lab/trouble/player';
import type { Script } from '@belfry/lab/trouble/script';
import { NodeConfig } from '@belfry/schema/config/node';
import type { Alert } from '@belfry/schema/entities/alert';
import { listActiveAlerts } from '@belfry/schema/http/alerts';
import { expect, onTestFinished, test } from 'vitest';
import { fastClock } from './testing/fast-clock.ts';
import { wholeApp } from './testing/whole-app.ts';

const SPEED = 20;
const start = Date.UTC(2026, 10, 18, 9, 0, 30);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** After this time everything has been read once, so every problem has been noticed. */
const KNOWN_MS = 2 * MINUTE;

/** A calm cluster of three nodes with a backup server and a gateway, watched by a server whose time runs fast. */
async function watch() {
  const clock = fastClock(start, SPEED);
  const options = { nodes: 3, guests: 30, seed: 3, authDelayMs: 0, version: 9.2 as const };
  const lab = await startLab({ ...options, everything: true, plain: true, calm: true, clock: clock.now });
  const beside = await startNeighbours(lab, { backupServers: 1, mailGateways: 1, calm: true });
  const troubles = createTroubles({ lab, ...beside });
  const nodes = [
    ...lab.instances.map((instance) => ({ ...nodeConfig(instance), monitorPhysicalDisks: true })),
    ...[...beside.backupServers, ...beside.mailGateways].map((each) => each.config()),
  ].map((config) => NodeConfig.parse(config));
  const whole = await wholeApp({ clock, env: { BELFRY_AUTH_DISABLED: 'true' }, more: { nodes } });
  const stopPlaying = clock.every(SECOND, () => void troubles.catchUp());
  onTestFinished(async () => {
    stopPlaying();
    stopLooking();
    troubles.stop();
    await whole.stop();
    await Promise.all([lab.stop(), beside.stop()]);
    clock.stop();
  });
  /** All alerts that were active at some time, by id, with the number of times that they were raised. */
  const raised = new Map<string, number>();
  let before: readonly Alert[] = [];
  const stopLooking = clock.every(SECOND, () => void look());
  const active = async (): Promise<Alert[]> =>
    (await whole.call('GET', '/api/alerts/active')).read(listActiveAlerts.reply);
  async function look(): Promise<void> {
    const now = await active();
    const known = new Set(before.map(({ metadata }) => metadata?.occurrence));
    for (const { id, metadata } of now) if (!known.has(metadata?.occurrence)) raised.set(id, (raised.get(id) ?? 0) + 1);
    before = now;
  }
  await clock.pass(KNOWN_MS);
  return {
    clock,
    guests: () => lab.guests(lab.clusters[0]?.name ?? ''),
    active,
    raised: () => Object.fromEntries(raised),
    play: (script: Script) => troubles.play(script),
    /** Waits until it holds. */
    until: (holds: (active: readonly Alert[]) => boolean) =>
      expect.poll(async () => holds(await active()), { interval: 50 }).toBe(true),
  };
}

test('a calm datacentre has no alerts; a backup in stop mode and a migration raise nothing either', async () => {
  const dc = await watch();
  await dc.clock.pass(3 * MINUTE);
  expect(dc.raised()).toEqual({});
  const guest = (kind: 'qemu' | 'lxc', nth: number) => {
    const found = dc.guests().filter((g) => g.kind === kind && g.power === 'running' && g.ha === undefined)[nth];
    if (!found) throw new Error(`too few guests of type ${kind}`);
    return found.vmid;
  };
  dc.play([
    { trouble: 'stop-backup', guest: guest('qemu', 0), forS: 90 },
    { trouble: 'stop-backup', guest: guest('lxc', 0), forS: 90 },
    { trouble: 'migration', guest: guest('qemu', 1), forS: 30 },
  ]);
  await dc.clock.pass(3 * MINUTE);
  expect(dc.raised()).toEqual({});
});

test('a dead node is one alert with its guests; guests that HA starts elsewhere leave it; it ends when the node is back', async () => {
  const dc = await watch();
  const lost = 'pve-east-02';
  const there = dc.guests().filter((g) => g.node === lost && g.power === 'running');
  const idOf = ({ vmid }: { vmid: number }) => `pve-east-${vmid}`;
  const managed = there.filter((g) => g.ha !== undefined).map(idOf);
  const others = there.filter((g) => g.ha === undefined).map(idOf);
  expect([managed.length > 0, others.length > 0]).toEqual([true, true]);
  dc.play([{ trouble: 'node-dies', node: lost, fenceS: 60, recoverS: 120, forS: 420 }]);
  await dc.until((alerts) => alerts.length === 1);
  const [alert] = await dc.active();
  expect(alert).toMatchObject({ type: 'connectivity', level: 'critical', resourceName: lost });
  const affected = async () => (await dc.active())[0]?.metadata?.affects?.resources.map(({ id }) => id) ?? [];
  expect(await affected()).toEqual(expect.arrayContaining([...managed, ...others]));
  await expect.poll(async () => (await affected()).filter((id) => managed.includes(id))).toEqual([]);
  expect(await affected()).toEqual(expect.arrayContaining(others));
  await dc.until((alerts) => alerts.length === 0);
  await dc.clock.pass(6 * MINUTE);
  expect(dc.raised()).toEqual({ [alert?.id ?? '']: 1 });
});
