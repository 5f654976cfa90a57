// What goes wrong in a simulated datacentre, and when, as plain data. The same script, seed and clock give the same troubles.
import * as z from 'zod';
import { faultSyntax, parseFault } from '../fault.ts';

const seconds = z.number().min(0).max(1e9);
const percent = z.number().min(0).max(100);
const name = z.string().min(1).optional();
const vmid = z.int().min(1).optional();

/** `at`: seconds after the start of the script. `repeat`: how often it happens, and the seconds from one beginning to the next. */
const every = {
  at: seconds.default(0),
  repeat: z.strictObject({ times: z.int().min(1).max(1000), everyS: seconds }).optional(),
};

/** How a value goes to `to`, stays there and comes back. */
const course = { riseS: seconds.default(60), holdS: seconds.default(300), fallS: seconds.default(60) };
/** A guest of a cluster. */
const guest = { cluster: name, guest: vmid };
/** How long it lasts. Without it, it does not end. */
const lasting = { forS: seconds.optional() };

const fault = z.unknown().transform((given, context) => {
  const parsed = parseFault(given);
  if (parsed !== undefined) return parsed;
  context.addIssue({ code: 'custom', message: `must be ${faultSyntax}` });
  return z.NEVER;
});

const kinds = {
  /** The share of a guest in percent, or its network or disk traffic in MB/s. */
  'guest-metric': z.strictObject({
    ...every,
    ...guest,
    metric: z.enum(['cpu', 'memory', 'disk', 'network', 'io']),
    to: z.number().min(0).max(1e6),
    ...course,
  }),
  'node-metric': z.strictObject({ ...every, node: name, metric: z.enum(['cpu', 'memory']), to: percent, ...course }),
  'guest-off': z.strictObject({ ...every, ...guest, ...lasting }),
  'agent-silent': z.strictObject({ ...every, ...guest, ...lasting }),
  /** A backup in stop mode. A container is off all the time, a virtual machine only until its backup has begun. */
  'stop-backup': z.strictObject({ ...every, ...guest, forS: seconds.default(300) }),
  migration: z.strictObject({ ...every, ...guest, to: name, forS: seconds.default(40) }),
  'ha-error': z.strictObject({ ...every, ...guest, ...lasting }),
  /**
   * The cluster fences the node after `fenceS`. After `recoverS` the guests under HA start on other nodes; all others are unknown
   * until the node is back. After `guestsS` more its own guests run. A node under HA has a watchdog, and the HA manager waits a
   * minute before it fences, and until the lock of the node has expired, for two minutes in all.
   */
  'node-dies': z.strictObject({
    ...every,
    node: name,
    ...lasting,
    fenceS: seconds.default(60),
    recoverS: seconds.default(120),
    guestsS: seconds.default(30),
  }),
  /** A planned reboot: the guests are stopped first, and HA freezes its own ones. */
  'node-reboots': z.strictObject({
    ...every,
    node: name,
    shutdownS: seconds.default(40),
    forS: seconds.default(180),
    guestsS: seconds.default(30),
  }),
  'node-fault': z.strictObject({ ...every, node: name, fault, ...lasting }),
  'disk-fails': z.strictObject({ ...every, node: name, disk: name, ...lasting }),
  'pool-degraded': z.strictObject({ ...every, node: name, ...lasting }),
  /** Only for a storage with a size of its own. */
  'storage-fills': z.strictObject({ ...every, cluster: name, storage: name, to: percent, ...course }),
  'backup-fails': z.strictObject({ ...every, cluster: name, node: name, ...lasting }),
  'replication-fails': z.strictObject({ ...every, ...guest, ...lasting }),
  'osd-down': z.strictObject({ ...every, cluster: name, osd: z.int().min(0).optional(), ...lasting }),
  /** `host`: a cluster, backup server or mail gateway. */
  'clock-off': z.strictObject({ ...every, host: name, seconds: z.number().min(-1e9).max(1e9), ...lasting }),
  /** The certificate is a new one, so its fingerprint changes. */
  'certificate-expires': z.strictObject({ ...every, node: name, days: z.number().min(-3650).max(3650) }),
  'datastore-fills': z.strictObject({ ...every, server: name, datastore: name, to: percent, ...course }),
  'datastore-state': z.strictObject({
    ...every,
    server: name,
    datastore: name,
    state: z.enum(['read-only', 'offline', 'unmounted', 'broken']),
    ...lasting,
  }),
  'server-job-fails': z.strictObject({
    ...every,
    server: name,
    job: z.enum(['sync', 'verify', 'prune', 'gc']),
    id: name,
    ...lasting,
  }),
  'server-fault': z.strictObject({ ...every, server: name, fault, ...lasting }),
  'gateway-fault': z.strictObject({ ...every, gateway: name, fault, ...lasting }),
  /** `to`: messages. */
  'queue-grows': z.strictObject({ ...every, gateway: name, node: name, to: z.int().min(0).max(100_000), ...course }),
  'quarantine-grows': z.strictObject({
    ...every,
    gateway: name,
    mails: z.enum(['spam', 'virus']),
    to: z.int().min(0).max(100_000),
    ...course,
  }),
  'container-state': z.strictObject({
    ...every,
    host: name,
    container: name,
    state: z.enum(['looping', 'killed', 'failing', 'tight', 'paused', 'done']),
    ...lasting,
  }),
  'docker-host-silent': z.strictObject({ ...every, host: name, ...lasting }),
};

type Kinds = typeof kinds;
export type Kind = keyof Kinds;
/** One trouble of that kind. A target that is not named is chosen by the seed. */
export type Trouble<K extends Kind = Kind> = { [N in K]: { trouble: N } & z.output<Kinds[N]> }[K];
/** What a script contains. */
export type Script = readonly { [N in Kind]: { trouble: N } & z.input<Kinds[N]> }[Kind][];

const isKind = (value: unknown): value is Kind => typeof value === 'string' && Object.hasOwn(kinds, value);

/** Parses a script from an untrusted value. Throws an error that names the entry and the field. */
export function parseScript(value: unknown): Trouble[] {
  if (!Array.isArray(value)) throw new Error('a script is a list of troubles');
  return value.map((entry: unknown, i) => {
    const { trouble, ...fields } = Object(entry) as Record<string, unknown>;
    if (!isKind(trouble)) throw new Error(`entry ${i}: trouble must be one of ${Object.keys(kinds).join(', ')}`);
    const parsed = kinds[trouble].safeParse(fields);
    if (parsed.success) return { trouble, ...parsed.data } as Trouble;
    const [issue] = parsed.error.issues;
    throw new Error(`entry ${i} (${trouble}): ${[...(issue?.path ?? []), ''].join(': ')}${issue?.message}`);
  });
}
