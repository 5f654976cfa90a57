// The addresses of all screens, with a resource of each kind that has a page.
import { datastoreId, dockerContainerNameId } from '@belfry/domain/ids';
import type { State } from '@belfry/schema/state';
import { expect } from 'vitest';

const settings = ['pve', 'pbs', 'pmg', 'urls', 'docker', 'sites', 'system', 'history', 'updates', 'exports'];
const alerts = [
  'overview',
  'history',
  'thresholds/proxmox',
  'thresholds/mail-gateway',
  'thresholds/docker',
  'destinations',
];
const proxmox = [
  'overview',
  'storage',
  'backups',
  'backups/protection',
  'backups/tests',
  'backups/reports',
  'mail',
  'node-loss',
];

/** Waits until the product has heard of each kind. It must answer without a sign-in. */
export async function screenPaths(url: string): Promise<string[]> {
  const read = async () => (await (await fetch(new URL('/api/state', url))).json()) as State;
  const isThere = ({ nodes, vms, containers, storage, pbs, dockerHosts }: State) =>
    [
      nodes,
      vms,
      containers,
      storage,
      pbs,
      pbs[0]?.datastores ?? [],
      dockerHosts,
      dockerHosts[0]?.containers ?? [],
    ].every(({ length }) => length > 0);
  await expect.poll(async () => isThere(await read())).toBe(true);
  const { nodes, vms, containers, storage, pbs, dockerHosts } = await read();
  const isOff = ({ status }: { status: string }) => status !== 'online';
  const lost = nodes.find(isOff);
  const [server, host] = [pbs[0], dockerHosts[0]];
  const page = (list: string) => (one: { id: string } | undefined) =>
    one ? [`/${list}/${encodeURIComponent(one.id)}`] : [];
  return [
    ...proxmox.map((name) => `/proxmox/${name}`),
    '/docker',
    '/journal',
    ...[...alerts, 'schedule'].map((name) => `/alerts/${name}`),
    ...[...settings, 'security', 'diagnostics'].map((name) => `/settings/${name}`),
    ...[nodes.find((node) => !isOff(node)), lost].flatMap(page('nodes')),
    ...[vms, containers].flatMap((all) => page('guests')(all.find(({ status }) => status === 'running'))),
    ...page('guests')([...vms, ...containers].find(({ node }) => node === lost?.name)),
    ...page('storages')(storage[0]),
    ...page('servers')(server),
    ...page('datastores')(server && { id: datastoreId(server.id, server.datastores[0]?.name ?? '') }),
    ...page('docker/hosts')(host),
    ...page('docker/containers')(host && { id: dockerContainerNameId(host.id, host.containers[0]?.name ?? '') }),
    '/proxmox/overview?kiosk=1',
    '/nowhere',
  ];
}
