// A lab with troubles for tests: served over HTTPS, with a clock that the test moves. Closed after each test.
import { afterEach } from 'vitest';
import { ask, fetchRows, instanceOf } from '../client.ts';
import { type Lab, startLab } from '../datacentre.ts';
import { createHosts } from '../docker/fleet.ts';
import type { DockerHost } from '../docker/host.ts';
import { type Neighbours, startNeighbours } from '../neighbours.ts';
import { createTroubles, type Troubles } from '../trouble/player.ts';
import type { Script } from '../trouble/script.ts';

export const start = Date.UTC(2026, 10, 18, 9, 0, 30);
export let now = 0;
export let lab: Lab;
export let beside: Neighbours;
export let machines: DockerHost[];
export let troubles: Troubles;

export async function open(script: Script, seed = 3): Promise<void> {
  now = start;
  lab = await startLab({
    nodes: 3,
    guests: 40,
    seed,
    authDelayMs: 0,
    version: 9.2,
    everything: true,
    plain: true,
    clock: () => now,
  });
  beside = await startNeighbours(lab, { backupServers: 1, mailGateways: 1 });
  machines = createHosts({ hosts: 2, seed, plain: true });
  troubles = createTroubles({ lab, ...beside, dockerHosts: () => machines }, { seed });
  troubles.play(script);
  await troubles.catchUp();
}
afterEach(close);
export async function close(): Promise<void> {
  troubles?.stop();
  await Promise.all([beside?.stop(), lab?.stop()]);
}

/** Goes to that second after the start. */
export async function at(second: number): Promise<void> {
  now = start + second * 1000;
  await troubles.catchUp();
}

export const rows = (path: string) => fetchRows(instanceOf(lab), path);
export const cluster = () => {
  const [first] = lab.clusters;
  if (!first) throw new Error('no cluster');
  return first;
};
export const guestRow = async (vmid: number) =>
  (await rows('/cluster/resources?type=vm')).find((row) => row.vmid === vmid);
export const running = (kind?: 'qemu' | 'lxc') => {
  const found = lab
    .guests(cluster().name)
    .find((g) => g.power === 'running' && !g.template && g.ha === undefined && (kind ?? g.kind) === g.kind);
  if (!found) throw new Error('no running guest');
  return found;
};
export const pbs = async (path: string) => {
  const { host, tokenName, tokenValue } = beside.backupServers[0]?.config() ?? {};
  const got = await ask(host ?? '', path, { headers: { authorization: `PBSAPIToken=${tokenName}:${tokenValue}` } });
  return JSON.parse(got.text).data as Record<string, unknown>[];
};
