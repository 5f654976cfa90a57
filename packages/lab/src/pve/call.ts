// The call that a Proxmox VE handler answers.

import { type Reply, refuse } from '../answer.ts';
import type { Route } from '../router.ts';
import type { GuestKind } from '../world/catalogue.ts';
import { type Cluster, nodeNamed } from '../world/cluster.ts';
import { type Guest, isRunning } from '../world/guest.ts';
import type { Node } from '../world/node.ts';
import type { Access } from './access.ts';

/**
 * `asked` is the node that received the request, `path` contains the values of the placeholders, `now` epoch seconds.
 */
export type Call = {
  cluster: Cluster;
  asked: Node;
  path: Record<string, string>;
  user: string;
  rights: ReadonlySet<string>;
  /** Whether the caller has a privilege. */
  may: (privilege: string) => boolean;
  now: number;
  access: Access;
};
export type PveRoute = Route<Call>;

/** The node in the path. The server has checked that it exists. */
export const nodeOf = (call: Call): Node => nodeNamed(call.cluster, call.path.node ?? '') ?? call.asked;

const folder: Record<GuestKind, string> = { qemu: 'qemu-server', lxc: 'lxc' };

/** Answers for the guest in the path. Refuses like a real server if the guest is not on that node. */
export function withGuest(call: Call, kind: GuestKind, answer: (guest: Guest, node: Node) => Reply): Reply {
  const node = nodeOf(call);
  const guest = call.cluster.guests.get(Number(call.path.vmid));
  if (guest && guest.kind === kind && guest.node === node.name) return answer(guest, node);
  return refuse(500, `Configuration file 'nodes/${node.name}/${folder[kind]}/${call.path.vmid}.conf' does not exist`);
}

/** Whether the call goes to an agent that never answers. */
export const isUnheard = ({ cluster, path }: Call, route: PveRoute): boolean =>
  route.path.includes('/agent/') && cluster.guests.get(Number(path.vmid))?.agentBehaviour === 'hangs';

/** Answers for a running virtual machine with a working agent. Otherwise refuses like a real server. */
export const withAgent = (call: Call, answer: (guest: Guest) => Reply, command = 'guest-get-fsinfo'): Reply =>
  withGuest(call, 'qemu', (guest) => {
    if (!isRunning(guest)) return refuse(500, `VM ${guest.vmid} is not running`);
    if (!guest.agent) return refuse(500, 'No QEMU guest agent configured');
    const hasBooted = call.now >= guest.startedAt + (guest.bootSeconds ?? 0);
    if (guest.agentLost || !hasBooted) return refuse(500, 'QEMU guest agent is not running');
    if (guest.agentBehaviour === 'broken')
      return refuse(500, `VM ${guest.vmid} qmp command '${command}' failed - ioctl`);
    return answer(guest);
  });
