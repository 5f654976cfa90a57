// The addresses of all screens, with a resource of each kind that has a page.
import type { State } from '@belfry/schema/state';
import { expect } from 'vitest';

const settings = ['pve', 'pbs', 'pmg', 'urls', 'docker', 'sites', 'system', 'history', 'updates', 'exports'];
const alerts = ['overview', 'history', 'thresholds/proxmox', 'thresholds/pmg', 'thresholds/docker', 'destinations'];
const proxmox = ['overview', 'storage', 'backups', 'backups/protection', 'mail', 'node-loss'];

/** Waits until the product has heard of each kind. It must answer without a sign-in. */
export async function screenPaths(url: string): Promise<string[]> {
  const read = async () => (await (await fetch(new URL('/api/state', url))).json()) as State;
  const lists = ({ nodes, vms, storage, pbs, dockerHosts }: State) => ({ nodes, vms, storage, pbs, dockerHosts });
  await expect.poll(async () => Object.values(lists(await read())).every(({ length }) => length > 0)).toBe(true);
  const { nodes, guests, storages, servers, hosts } = await read().then(
    ({ nodes, vms, storage, pbs, dockerHosts }) => ({
      nodes: [nodes.find(({ status }) => status === 'online'), nodes.find(({ status }) => status !== 'online')],
      guests: [vms.find(({ status }) => status === 'running')],
      storages: storage.slice(0, 1),
      servers: pbs.slice(0, 1),
      hosts: dockerHosts.slice(0, 1),
    }),
  );
  const page = (list: string) => (one: { id: string } | undefined) =>
    one ? [`/${list}/${encodeURIComponent(one.id)}`] : [];
  return [
    ...proxmox.map((name) => `/proxmox/${name}`),
    '/docker',
    ...[...alerts, 'schedule'].map((name) => `/alerts/${name}`),
    ...[...settings, 'security', 'diagnostics'].map((name) => `/settings/${name}`),
    ...nodes.flatMap(page('nodes')),
    ...guests.flatMap(page('guests')),
    ...storages.flatMap(page('storages')),
    ...servers.flatMap(page('servers')),
    ...hosts.flatMap(page('docker/hosts')),
    '/nowhere',
  ];
}
