// The status that screens and rules use: the last one that was received, and whether it is too old.

import type { Alert } from '@belfry/schema/entities/alert';
import type { DockerHost } from '@belfry/schema/entities/docker';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Node } from '@belfry/schema/entities/node';
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import type { PmgInstance } from '@belfry/schema/entities/pmg';
import { rowsOfAlert } from './alerts/rows.ts';
import { nodeId } from './ids.ts';

/** `status` is what Proxmox or an agent said last. `staleSince` (ISO) is the time of that answer, while it is too old. */
export interface ReceivedStatus {
  status: string;
  staleSince?: string | undefined;
}

/**
 * `lost` is a host that is not reached. `old` is a guest, a storage or a container of such a host. `last` is a guest of which only the last
 * state is known, because its node does not answer its cluster.
 */
export type Tone = 'ok' | 'warn' | 'crit' | 'off' | 'lost' | 'old' | 'last';

export interface ShownStatus {
  /** The last status, or `unreachable` if that is too old. */
  word: string;
  /** The same, for people. */
  label: string;
  /** The last status of an entity that is unreachable. */
  last?: string;
  tone: Tone;
  /** Whether it counts as a problem. An unreachable entity does not: its instance has the problem, which counts once. */
  isProblem: boolean;
  /** Whether its figures are current, old, or meaningless. */
  figures: 'now' | 'old' | 'none';
  /** A search for one of these words finds it. A search for `offline` also finds unreachable things. */
  terms: readonly string[];
}

type Look = Pick<ShownStatus, 'tone' | 'figures'>;

const fresh = (word: string, look: Look): ShownStatus => ({
  word,
  label: word,
  ...look,
  isProblem: look.tone === 'crit',
  terms: [word],
});

const well: Look = { tone: 'ok', figures: 'now' };
const off: Look = { tone: 'off', figures: 'none' };
/** Also for statuses that are not in the table, such as `paused` and `io-error`: alive, but not as usual. */
const odd: Look = { tone: 'warn', figures: 'now' };
const blind: Look = { tone: 'warn', figures: 'none' };

const looks: Record<string, Look> = {
  online: well,
  running: well,
  available: well,
  degraded: odd,
  inactive: blind,
  unknown: blind,
  stopped: off,
  disabled: off,
  offline: { tone: 'crit', figures: 'none' },
};

const silent = (last: ShownStatus, tone: 'lost' | 'old'): ShownStatus => ({
  word: 'unreachable',
  label: 'not reached',
  last: last.label,
  tone,
  isProblem: false,
  figures: last.figures === 'now' ? 'old' : 'none',
  terms: ['unreachable', 'not reached', 'offline'],
});

// Made once, because a list asks for each of 10,000 guests.
const known = new Map(
  Object.entries(looks).map(([word, look]) => {
    const now = fresh(word, look);
    return [word, { now, lost: silent(now, 'lost'), old: silent(now, 'old') }];
  }),
);

const heardAs = (word: string): ShownStatus => known.get(word)?.now ?? fresh(word, odd);
const unreachable = (word: string, tone: 'lost' | 'old'): ShownStatus =>
  known.get(word)?.[tone] ?? silent(heardAs(word), tone);

/** For a storage, a datastore or a node of a mail gateway. A status of the table always gives the same object. */
export const shownStatus = ({ status, staleSince }: ReceivedStatus): ShownStatus =>
  staleSince === undefined ? heardAs(status) : unreachable(status, 'old');

const hostStatus = ({ status, staleSince }: ReceivedStatus): ShownStatus =>
  staleSince === undefined ? heardAs(status) : unreachable(status, 'lost');

type Host<S extends ReceivedStatus> = Pick<S, 'status' | 'staleSince'>;

/** The host says that a node is online to every account, and its figures only to those with the privilege. */
const withoutFigures = fresh('online', { tone: 'ok', figures: 'none' });

/** A node that is online without uptime is one whose figures the account may not see. */
export function nodeStatus(node: Host<Node> & Pick<Node, 'uptime' | 'connectionHealth'>): ShownStatus {
  const status = hostStatus(node);
  if (status.word !== 'online') return status;
  if (node.connectionHealth === 'error') return heardAs('degraded');
  return node.uptime > 0 ? status : withoutFigures;
}

/** Whether its guests can run. */
export const nodeOnline = (node: Parameters<typeof nodeStatus>[0]): boolean =>
  node.status === 'online' && node.staleSince === undefined;

/** Whether its own figures are current. */
export const nodeMeasured = (node: Parameters<typeof nodeStatus>[0]): boolean => nodeOnline(node) && node.uptime > 0;

export function pbsStatus(server: Host<PbsInstance> & Pick<PbsInstance, 'connectionHealth'>): ShownStatus {
  const status = hostStatus(server);
  return status.word === 'online' && server.connectionHealth === 'error' ? heardAs('degraded') : status;
}

const gatewayHealth = { healthy: undefined, degraded: 'degraded', unhealthy: 'offline', error: 'offline' } as const;

/** The health of its connection replaces `online`. */
export function gatewayStatus(gateway: Host<PmgInstance> & Pick<PmgInstance, 'connectionHealth'>): ShownStatus {
  const status = hostStatus(gateway);
  return status.word === 'online' ? heardAs(gatewayHealth[gateway.connectionHealth] ?? 'online') : status;
}

/** An agent that is silent for too long. No agent says `offline`. */
export const dockerHostStatus = (host: Host<DockerHost>): ShownStatus => hostStatus(host);

// One string per node, made once: making and hashing it again for each of 10,000 guests takes longer.
const parents = new Map<string, Map<string, string>>();

/** The id of the node of a guest. */
export function parentOf({ instance, node }: Pick<Guest, 'instance' | 'node'>): string {
  const known = parents.get(instance)?.get(node);
  if (known !== undefined) return known;
  const id = nodeId(instance, node);
  parents.set(instance, (parents.get(instance) ?? new Map()).set(node, id));
  return id;
}

/** The id of the node that it was lost with and is not on any more: it was started, or moved, elsewhere. */
export function lostWith({
  instance,
  node,
  lastKnown,
}: Pick<Guest, 'instance' | 'node' | 'lastKnown'>): string | undefined {
  const then = lastKnown?.node;
  return then === undefined || then === node ? undefined : parentOf({ instance, node: then });
}

/** Whether it ran on its node, or on the node that it was lost with. Undefined: nobody has seen it. */
export const guestRanThen = (
  guest: Pick<Guest, 'instance' | 'node' | 'status' | 'lastKnown' | 'lastStatus'>,
): boolean | undefined =>
  lostWith(guest) === undefined ? guestRan(guest) : guestAlive(guest.lastKnown?.status ?? 'unknown');

/** A guest that is paused, suspended or stuck still has memory and uptime. */
export const guestAlive = (status: string): boolean => status !== 'stopped' && status !== 'unknown';

/** Whether it runs, or ran when its state was last seen. Undefined: nobody has seen it. */
export function guestRan({
  status,
  lastKnown,
  lastStatus,
}: Pick<Guest, 'status' | 'lastKnown' | 'lastStatus'>): boolean | undefined {
  const last = status === 'unknown' ? (lastKnown?.status ?? lastStatus) : status;
  return last === undefined ? undefined : guestAlive(last);
}

/** Nobody can see whether it runs. */
const unseen = fresh('unknown', { tone: 'last', figures: 'none' });

/** A guest is alive only on a node that is online. On any other node its last status is not true any more. */
export function guestStatus(
  guest: Pick<Guest, 'status' | 'staleSince' | 'instance' | 'node'>,
  onlineNodes: ReadonlySet<string>,
): ShownStatus {
  if (guest.staleSince !== undefined || guest.status === 'stopped') return shownStatus(guest);
  return guest.status !== 'unknown' && onlineNodes.has(parentOf(guest)) ? heardAs(guest.status) : unseen;
}

/** What guests are counted as: `other` is on and does not run, such as after a fault; `unknown` is one whose status nobody can see. */
export const guestStates = ['running', 'stopped', 'paused', 'other', 'unknown'] as const;
export type GuestState = (typeof guestStates)[number];
export type GuestCounts = Record<GuestState, number>;

export function countedAs({ word }: Pick<ShownStatus, 'word'>): GuestState {
  if (word === 'running' || word === 'stopped' || word === 'paused') return word;
  if (word === 'suspended') return 'paused';
  return word === 'unreachable' || word === 'unknown' ? 'unknown' : 'other';
}

export const noGuests: Readonly<GuestCounts> = { running: 0, stopped: 0, paused: 0, other: 0, unknown: 0 };

export function guestCounts(statuses: Iterable<Pick<ShownStatus, 'word'>>): GuestCounts {
  const counts = { ...noGuests };
  for (const status of statuses) counts[countedAs(status)]++;
  return counts;
}

/** The hottest of package, maximum and cores in whole degrees Celsius, or undefined without a reading. */
export function hottest(node: Pick<Node, 'temperature'>): number | undefined {
  const t = node.temperature;
  if (!t?.available) return undefined;
  const readings = [t.cpuPackage, t.cpuMax, ...(t.cores ?? []).map((core) => core.temp)];
  const max = Math.max(...readings.filter((reading) => reading !== undefined));
  return Number.isFinite(max) ? Math.round(max) : undefined;
}

export type AlertMark = 'critical' | 'warning' | 'acknowledged';

const weights = { acknowledged: 0, warning: 1, critical: 2 };

export const worstMark = (a: AlertMark | undefined, b: AlertMark | undefined): AlertMark | undefined =>
  a === undefined || (b !== undefined && weights[b] > weights[a]) ? b : a;

/**
 * The marks of rows: the worst alert that is shown there and that somebody has to look at, or `acknowledged` if there is none. What another
 * alert explains is red there.
 */
export function alertMarks(alerts: readonly Alert[]): Map<string, AlertMark> {
  const marks = new Map<string, AlertMark>();
  for (const alert of alerts) {
    const mark = alert.acknowledged || alert.metadata?.cause !== undefined ? 'acknowledged' : alert.level;
    for (const id of rowsOfAlert(alert)) marks.set(id, worstMark(marks.get(id), mark) ?? mark);
  }
  return marks;
}
