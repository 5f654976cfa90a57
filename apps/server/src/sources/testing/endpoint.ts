// The endpoint of a path, for calls and for recordings. For tests only.

/** The path segment after each of these words is a name. */
const named: Record<string, string> = {
  nodes: '{node}',
  qemu: '{vmid}',
  lxc: '{vmid}',
  storage: '{storage}',
  zfs: '{pool}',
  tasks: '{upid}',
  datastore: '{store}',
  queue: '{queue}',
};

/** `/nodes/pve1/qemu/100/snapshot?x=1` → `/nodes/{node}/qemu/{vmid}/snapshot`. */
export function endpointOf(path: string): string {
  const parts = (path.split('?')[0] ?? '').split('/');
  return parts.map((part, i) => named[parts[i - 1] ?? ''] ?? part).join('/');
}
