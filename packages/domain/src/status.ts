// What a screen and a rule make of a status: what was last heard of a thing, and since when nothing has been heard.
import type { Alert } from '@belfry/schema/entities/alert';
import type { DockerHost } from '@belfry/schema/entities/docker';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Node } from '@belfry/schema/entities/node';
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import type { PmgInstance } from '@belfry/schema/entities/pmg';
import { nodeId } from './ids.ts';

/** `status` is what Proxmox or an agent said last. `staleSince` (ISO) is the time of that answer, while it is too old. */
export interface Heard {
  status: string;
  staleSince?: string | undefined;
}

/** `lost` is a host that is not reached. `old` is a thing on such a host: a guest, a storage, a container. */
export type Tone = 'ok' | 'warn' | 'crit' | 'off' | 'lost' | 'old';

export interface ShownStatus {
  /** What was heard, or `unreachable` while nothing is heard. */
  word: string;
  /** The same, for people. */
  label: string;
  /** What was heard last of a thing that is unreachable. */
  last?: string;
  tone: Tone;
  /** A problem of its own. An unreachable thing is none: its instance has the problem, and that is counted once. */
  isProblem: boolean;
  /** Whether its figures are of now, from before the silence, or mean nothing. */
  figures: 'now' | 'old' | 'none';
  /** A search for one of these finds it. A search for `offline` also finds what is unreachable. */
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
/** Also of words that are not in the table, such as `paused` and `io-error`: alive, but not as usual. */
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

// made once: a list asks for each of 10,000 guests
const known = new Map(
  Object.entries(looks).map(([word, look]) => {
    const now = fresh(word, look);
    return [word, { now, lost: silent(now, 'lost'), old: silent(now, 'old') }];
  }),
);

const heardAs = (word: string): ShownStatus => known.get(word)?.now ?? fresh(word, odd);
const unreachable = (word: string, tone: 'lost' | 'old'): ShownStatus =>
  known.get(word)?.[tone] ?? silent(heardAs(word), tone);

/** Of a storage, a datastore or a node of a mail gateway. The same object for the same status of the table. */
export const shownStatus = ({ status, staleSince }: Heard): ShownStatus =>
  staleSince === undefined ? heardAs(status) : unreachable(status, 'old');

const hostStatus = ({ status, staleSince }: Heard): ShownStatus =>
  staleSince === undefined ? heardAs(status) : unreachable(status, 'lost');

type Host<H extends Heard> = Pick<H, 'status' | 'staleSince'>;

/** A node without uptime has not begun to report. */
export function nodeStatus(node: Host<Node> & Pick<Node, 'uptime' | 'connectionHealth'>): ShownStatus {
  const status = hostStatus(node);
  if (status.word !== 'online') return status;
  return heardAs(node.uptime > 0 ? (node.connectionHealth === 'error' ? 'degraded' : 'online') : 'unknown');
}

export const nodeOnline = (node: Parameters<typeof nodeStatus>[0]): boolean => nodeStatus(node).figures === 'now';

export function pbsStatus(server: Host<PbsInstance> & Pick<PbsInstance, 'connectionHealth'>): ShownStatus {
  const status = hostStatus(server);
  return status.word === 'online' && server.connectionHealth === 'error' ? heardAs('degraded') : status;
}

const gatewayHealth = { healthy: undefined, degraded: 'degraded', unhealthy: 'offline', error: 'offline' } as const;

/** The health of its connection wins over `online`. */
export function gatewayStatus(gateway: Host<PmgInstance> & Pick<PmgInstance, 'connectionHealth'>): ShownStatus {
  const status = hostStatus(gateway);
  return status.word === 'online' ? heardAs(gatewayHealth[gateway.connectionHealth] ?? 'online') : status;
}

/** An agent that is silent for too long. No agent says `offline`. */
export const dockerHostStatus = (host: Host<DockerHost>): ShownStatus => hostStatus(host);

// One string per node, made once: making and hashing it again for each of 10,000 guests takes longer.
const parents = new Map<string, Map<string, string>>();

/** The id of the node a guest lives on. */
export function parentOf({ instance, node }: Pick<Guest, 'instance' | 'node'>): string {
  const known = parents.get(instance)?.get(node);
  if (known !== undefined) return known;
  const id = nodeId(instance, node);
  parents.set(instance, (parents.get(instance) ?? new Map()).set(node, id));
  return id;
}

/** A guest that is paused, suspended or stuck still has its memory and uptime; `status` says what it does. */
export const guestAlive = (status: string): boolean => status !== 'stopped' && status !== 'unknown';

/** A guest is alive only on a node that is online: what is said of it on another node is not true any more. */
export function guestStatus(
  guest: Pick<Guest, 'status' | 'staleSince' | 'instance' | 'node'>,
  onlineNodes: ReadonlySet<string>,
): ShownStatus {
  if (guest.staleSince !== undefined || !guestAlive(guest.status)) return shownStatus(guest);
  return heardAs(onlineNodes.has(parentOf(guest)) ? guest.status : 'unknown');
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

/** The mark a resource's row wears: its worst unacknowledged alert, or `acknowledged` when all of them are. */
export function alertMarks(alerts: readonly Alert[]): Map<string, AlertMark> {
  const weight = { acknowledged: 0, warning: 1, critical: 2 };
  const marks = new Map<string, AlertMark>();
  for (const alert of alerts) {
    const mark = alert.acknowledged ? 'acknowledged' : alert.level;
    const known = marks.get(alert.resourceId);
    if (known === undefined || weight[mark] > weight[known]) marks.set(alert.resourceId, mark);
  }
  return marks;
}
