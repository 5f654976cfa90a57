// The polls in depth against the lab's real wire.
import { type Lab, startLab } from '@belfry/lab/datacentre';
import { configSchema } from '@belfry/schema/config/node';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Slices } from '@belfry/schema/messages/observation';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { createSource } from '../registry.ts';
import type { Source } from '../source.ts';

let lab: Lab;
let source: Source;
const seen: Slices = {};

async function poll(name: string): Promise<Slices> {
  const entry = source.polls.find((p) => p.name === name);
  if (!entry) throw new Error(`no poll ${name}`);
  const result = await entry.run(AbortSignal.timeout(entry.timeoutMs));
  if (!result.ok) throw new Error(`${name}: ${result.error.message}`);
  return Object.assign(seen, result.value.slices);
}

beforeAll(async () => {
  lab = await startLab({ nodes: 3, guests: 40, seed: 5, version: 9.2 });
  const { release: _r, members: _m, ...entry } = lab.instances[0] as Lab['instances'][number];
  const config = configSchema('pve').parse({ ...entry, monitorPhysicalDisks: true });
  source = createSource(config, { clock: systemClock, log: createLogger('silent'), random: () => 0.5 });
  for (const name of ['resources', 'nodes']) await poll(name);
});
afterAll(async () => {
  await source?.close();
  await lab?.stop();
});

const running = (list: Slices['vms']): Guest[] => (list ?? []).filter((g) => g.status === 'running');

describe('a lab cluster', () => {
  test('VM memory is the view from inside where the balloon driver reports it, containers have swap', async () => {
    const slices = await poll('guest-details');
    expect(running(slices.vms).some((vm) => vm.memory.quality === 'good')).toBe(true);
    expect(running(slices.containers).some((ct) => ct.memory.swapTotal !== undefined)).toBe(true);
  });

  test('agents give disks, addresses and systems; every VM without disk figures has the reason', async () => {
    const count = running(seen.vms).length;
    for (let runs = 0; runs < Math.ceil((count * 4) / 40) + 4; runs++) await poll('guest-agents');
    const vms = running(seen.vms);
    const withAgent = vms.filter((vm) => vm.disk.source === 'guest-agent');
    expect(withAgent.length).toBeGreaterThan(count / 3);
    for (const vm of withAgent) expect(vm.disk.usage).toBeGreaterThan(0);
    expect(withAgent.some((vm) => (vm.ipAddresses?.length ?? 0) > 0 && vm.osName)).toBe(true);
    for (const vm of vms.filter((v) => v.disk.usage < 0)) expect(vm.diskStatusReason).toBeDefined();
    expect(new Set(vms.map((vm) => vm.diskStatusReason)).size).toBeGreaterThan(1);
  });

  test('every node has the address of its own interface', async () => {
    const { nodes = [] } = await poll('nodes');
    expect(nodes.map((n) => n.url)).toEqual(lab.instances[0]?.members.map(({ host }) => host));
  });

  test('running containers have their addresses', async () => {
    for (let i = 0; i < 10; i++) await poll('container-addresses');
    const containers = running(seen.containers);
    expect(containers.length).toBeGreaterThan(0);
    for (const ct of containers) expect(ct.networkInterfaces).toBeDefined();
    expect(containers.some((ct) => (ct.ipAddresses?.length ?? 0) > 0)).toBe(true);
  });

  test('storages have exact figures; a shared one is there once', async () => {
    const { storage = [] } = await poll('storage');
    const shared = storage.filter((s) => s.shared);
    expect(shared.length).toBeGreaterThan(0);
    expect(new Set(storage.map((s) => s.id)).size).toBe(storage.length);
    for (const s of shared) expect(s.nodeCount).toBe(3);
  });

  test('snapshots come in rotation, backups per storage once', async () => {
    await poll('backups');
    for (let i = 0; i < 20; i++) await poll('snapshots');
    expect(seen.guestSnapshots?.length).toBeGreaterThan(0);
    expect(seen.guestSnapshots?.some((s) => s.name === 'current')).toBe(false);
    expect(new Set(seen.storageBackups?.map((b) => b.id)).size).toBe(seen.storageBackups?.length);
    const shared = new Set(seen.storage?.filter((s) => s.shared).map((s) => s.name));
    const homes = (isShared: boolean) =>
      new Set(seen.storageBackups?.filter((b) => shared.has(b.storage) === isShared).map((b) => b.node));
    expect(homes(true)).toEqual(new Set(['cluster']));
    expect(homes(false)).not.toContain('cluster');
  });

  test('physical disks appear where they are asked for', async () => {
    expect((await poll('physical-disks')).physicalDisks?.length).toBeGreaterThan(0);
  });
});
