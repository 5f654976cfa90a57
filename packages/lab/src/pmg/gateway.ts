// A simulated Proxmox Mail Gateway, single or as a cluster: HTTPS servers, and the actions of an operator.
import { type Appliance, openAppliance } from '../appliance.ts';
import { isOffline } from '../fault.ts';
import { createTicketAccess } from '../ticket-access.ts';
import type { Course } from '../world/course.ts';
import { type Edits, editRow, type Row } from '../world/settings.ts';
import { handlePmg } from './api.ts';
import { createQueues, type Queue, type QueueName } from './mail-flow.ts';
import type { QuarantineKind } from './quarantine.ts';

export type PmgRelease = 7.3 | 8.1 | 9.1;
/** The role of an account. An auditor may see everything, a quarantine manager everything except the queues. */
export type AccountRole = 'audit' | 'qmanager';
/** `clock` in milliseconds. `backlog`: the number of waiting messages on the last node. */
export type GatewayOptions = {
  name?: string;
  nodes?: number;
  backlog?: number;
  /** No message waits for long. */
  calm?: boolean;
  seed?: number;
  release?: PmgRelease;
  port?: number;
  clock?: () => number;
  authDelayMs?: number;
};
/** `waiting`: a number of deferred messages that is not the usual one for a time. */
export type Node = {
  name: string;
  seed: number;
  queues: Record<QueueName, Queue>;
  waiting?: Course[];
  isReachable: boolean;
};
export type World = {
  name: string;
  release: PmgRelease;
  nodes: Node[];
  /** The number of mails in quarantine. For attachments, only those of one day. */
  quarantine: Record<QuarantineKind, number>;
  bootedAt: number;
  seed: number;
  /** Numbers of quarantined mails that are not the usual ones for a time. */
  courses?: Partial<Record<QuarantineKind, Course[]>>;
  /** What an operator has changed in the configurations. */
  edits: Edits;
  /** Another role for all of its accounts. */
  role?: AccountRole;
};
type Config = {
  type: 'pmg';
  name: string;
  host: string;
  user: string;
  password: string;
  fingerprint: string;
  verifySSL: false;
};

export type Gateway = Appliance & {
  world: World;
  /** Its configuration in the product: the address of the first node and an account with that role. */
  config(role?: AccountRole): Config;
  /** Changes a row of a configuration, or an object with an empty name; null removes. */
  editSettings(call: string, row: string, fields: Row | null): void;
};

const password = 'lab-password';
const users: Record<AccountRole, string> = { audit: 'belfry@pmg', qmanager: 'quarantine@pmg' };

export async function startMailGateway(options: GatewayOptions = {}): Promise<Gateway> {
  const { name = 'mail', nodes: count = 1, backlog = 0, seed = 1, release = 9.1, clock = Date.now, calm } = options;
  const nodes = Array.from({ length: count }, (_, i): Node => {
    const own = seed + i;
    const queues = createQueues(own, i === count - 1 && !calm ? backlog : 0, calm ? 12 : undefined);
    return { name: count === 1 ? name : `${name}-${i + 1}`, seed: own, queues, isReachable: true };
  });
  const world: World = {
    name,
    release,
    nodes,
    quarantine: { spam: 812, virus: 14, attachment: 3 },
    bootedAt: Math.floor(clock() / 1000) - 716_766,
    seed,
    edits: new Map(),
  };
  const accounts = Object.values(users).map((user) => ({ user, password }));
  const access = createTicketAccess({ ticket: 'PMG', cookie: 'PMGAuthCookie' }, accounts, []);
  const roleOf = (user: string): AccountRole => world.role ?? (user === users.qmanager ? 'qmanager' : 'audit');
  const appliance = await openAppliance({
    ...options,
    name,
    nodes: nodes.map((node) => node.name),
    handle: (asked, request, now) => handlePmg(world, access, roleOf, asked, request, now),
  });
  const nodeOf = (wanted: string) => nodes.find((node) => node.name === wanted);

  return {
    ...appliance,
    world,
    async fault(node, fault) {
      await appliance.fault(node, fault);
      Object.assign(nodeOf(node) ?? {}, { isReachable: !isOffline(fault) });
    },
    async heal(node) {
      await appliance.heal(node);
      Object.assign(nodeOf(node) ?? {}, { isReachable: true });
    },
    editSettings: (call, row, fields) => editRow(world.edits, call, row, fields),
    config(role = 'audit') {
      const { host = '', fingerprint = '' } = appliance.nodes[0] ?? {};
      return { type: 'pmg', name, host, user: users[role], password, fingerprint, verifySSL: false };
    },
  };
}
