// A virtual machine or container and its figures at a given second.
import { awkwardNames, extraTags, type GuestKind, roles, type System, stages, teams } from './catalogue.ts';
import { along, type Course, countedAlong } from './course.ts';
import { between, chance, counted, hash, pick, walk } from './walk.ts';

const GiB = 1024 ** 3;
const MiB = 1024 ** 2;

/**
 * The behaviour of an unusual agent: it never answers, reports a hundred thousand file systems, fails, reports none, or
 * reports only file systems that do not count.
 */
export const agentBehaviours = ['hangs', 'huge', 'broken', 'empty', 'special'] as const;
export type AgentBehaviour = (typeof agentBehaviours)[number];

/** Shares are fractions 0–1, rates are in bytes per second, sizes in bytes, times in epoch seconds. */
export type Guest = {
  vmid: number;
  kind: GuestKind;
  name: string;
  node: string;
  role: string;
  system: System;
  tags: string[];
  pool: string | undefined;
  template: boolean;
  cpus: number;
  maxmem: number;
  maxdisk: number;
  maxswap: number;
  /** Whether the agent is switched on in the configuration (VMs only). */
  agent: boolean;
  /** Whether it has a balloon driver. Without one only the memory of its process on the host is known. */
  balloon: boolean;
  power: Power;
  startedAt: number;
  createdAt: number;
  /** The shared storage of its disk. Undefined = the pool of its node. */
  storage: string | undefined;
  lock: string | undefined;
  /** The task that made it works on it until then, with this lock. */
  madeUntil?: { at: number; lock: 'create' | 'clone' };
  /** Seconds from its start until its agent answers. */
  bootSeconds?: number;
  /** Its files are those of that time, because it was restored from a backup. */
  filesOf?: number;
  /** The ports at which its programs listen. */
  ports?: readonly number[];
  /** What the host gets from QEMU (VMs only): nothing within the two seconds that it waits, or counters as text. */
  qemu?: 'silent' | 'text';
  /** The agent is configured but does not answer. */
  agentLost: boolean;
  agentBehaviour: AgentBehaviour | undefined;
  /** What the agent says instead of an answer. The host passes it on with status 200. */
  agentError: string | undefined;
  /** Unusual file systems. */
  layout: 'volumes' | 'containers' | undefined;
  /** The state of HA; undefined when HA does not manage it. */
  ha: HaState | undefined;
  /** Whether it starts with its node. */
  onboot: boolean;
  load: Load;
  /** Nothing is wrong with it unless a script says so. */
  calm: boolean;
  /** Lines of its configuration that an administrator has changed. Null: the line was removed. */
  edits?: Record<string, string | number | null>;
  /** Figures that are not the usual ones for a time. */
  courses: Partial<Record<keyof Load, Course[]>>;
  seed: number;
};

/** `wait`: the share of the time in which it waits for its disks. */
export type Load = { cpu: number; mem: number; disk: number; traffic: number; io: number; wait: number };

/**
 * The states of the HA manager that the lab uses. `fence`: the node is lost, and the manager waits until it is certainly off.
 */
export type HaState = 'started' | 'error' | 'fence' | 'recovery' | 'starting' | 'freeze';

/** The figures of a statistics round. Counters begin at zero when the guest starts. */
export type Figures = {
  uptime: number;
  cpu: number;
  mem: number;
  memhost: number;
  disk: number;
  swap: number;
  netin: number;
  netout: number;
  diskread: number;
  diskwrite: number;
};

/** The status on the hypervisor. All except `stopped` have a process, and so they have memory and an uptime. */
export type Power = 'running' | 'paused' | 'suspended' | 'prelaunch' | 'io-error' | 'stopped';

export const isRunning = (guest: Guest) => guest.power !== 'stopped';

const silent: Figures = {
  uptime: 0,
  cpu: 0,
  mem: 0,
  memhost: 0,
  disk: 0,
  swap: 0,
  netin: 0,
  netout: 0,
  diskread: 0,
  diskwrite: 0,
};

export function figures(guest: Guest, t: number): Figures {
  if (!isRunning(guest)) return silent;
  const { seed, load, courses, startedAt, maxmem, maxdisk } = guest;
  const paused = guest.power !== 'running';
  const turn = 0.55 + 0.6 * walk(seed, t, 240) + 0.3 * walk(seed + 1, t, 40);
  const usual = load.mem + 0.06 * (walk(seed + 2, t, 3600) - 0.5) + 0.015 * (walk(seed + 3, t, 300) - 0.5);
  const share = Math.min(1, along(courses.mem, usual, t));
  const mem = Math.floor(maxmem * share);
  const qemu = guest.kind === 'qemu';
  const memhost = qemu ? Math.floor(maxmem * Math.min(1.02, share + 0.04) + 96 * MiB) : mem;
  const count = (n: number, rate: number, courses: Course[] | undefined) =>
    paused ? 0 : counted(seed + n, rate, startedAt, t) + countedAlong(courses, startedAt, t);
  return {
    uptime: Math.max(0, t - startedAt),
    cpu: paused ? 0 : Math.min(1.01, along(courses.cpu, load.cpu * turn, t)),
    mem: qemu && !guest.balloon ? memhost : mem,
    memhost,
    disk: qemu ? 0 : diskUsed(guest, t, maxdisk),
    swap: qemu ? 0 : Math.floor(guest.maxswap * 0.1 * walk(seed + 4, t, 7200)),
    netin: count(5, load.traffic, courses.traffic),
    netout: count(6, load.traffic * (0.3 + chance(seed, 'out')), courses.traffic),
    diskread: count(7, load.io, courses.io),
    diskwrite: count(8, load.io * (0.5 + chance(seed, 'write')), courses.io),
  };
}

/** The used bytes of a file system of that size. They grow and slowly shrink again. */
export function diskUsed({ seed, load, courses, filesOf }: Guest, now: number, size: number): number {
  const t = filesOf ?? now;
  return Math.floor(
    size * Math.min(0.995, along(courses.disk, load.disk + 0.02 * (walk(seed + 9, t, 14_400) - 0.5), t)),
  );
}

/** What works on it. */
export const lockOf = ({ lock, madeUntil }: Guest, now: number): string | undefined =>
  lock ?? (madeUntil && now < madeUntil.at ? madeUntil.lock : undefined);

/**
 * The guest with that number in a cluster of that seed; always the same one. `since`: when the lab started. `bootedAt`:
 * when its node started. `plain`: its name is an ordinary one.
 */
export function createGuest(
  worldSeed: number,
  vmid: number,
  node: string,
  { since, bootedAt, plain }: { since: number; bootedAt: number; plain: boolean },
): Guest {
  const seed = hash(worldSeed, 'guest', vmid);
  const role = pick(roles, seed, 'role');
  const stage = pick(stages, seed, 'stage');
  const qemu = role.kind === 'qemu';
  const scale = pick([0.5, 1, 1, 1, 2], seed, 'scale');
  const awkward = !plain && chance(seed, 'awkward') < 0.015;
  const template = chance(seed, 'template') < 0.012;
  const fate = chance(seed, 'fate');
  const stopped = template || chance(seed, 'stopped') < 0.12;
  return {
    vmid,
    kind: role.kind,
    name: awkward
      ? pick(awkwardNames, seed, 'name')
      : `${role.name}-${stage}-${String((vmid % 97) + 1).padStart(2, '0')}`,
    node,
    role: role.name,
    system: role.system,
    tags: chooseTags(seed, stage, role.tags),
    pool: chance(seed, 'pool') < 0.3 ? `${stage}-pool` : undefined,
    template,
    cpus: Math.max(1, Math.round(role.cores * scale)),
    maxmem: Math.max(256 * MiB, Math.round((role.gib * scale * GiB) / (64 * MiB)) * 64 * MiB),
    maxdisk: Math.max(1, Math.round(role.diskGib * (0.5 + chance(seed, 'disk')))) * GiB,
    maxswap: qemu ? 0 : 512 * MiB,
    agent: qemu && chance(seed, 'agent') < 0.82,
    balloon: qemu && chance(seed, 'balloon') < 0.9,
    power: stopped ? 'stopped' : fate > 0.995 && qemu ? 'paused' : 'running',
    startedAt: Math.min(since, Math.max(bootedAt + 90, since - between(600, 120 * 86_400, seed, 'started'))),
    createdAt: since - between(120, 900, seed, 'created') * 86_400,
    storage: qemu && !template && chance(seed, 'nas') < 0.06 ? 'nas-vm' : undefined,
    lock: undefined,
    agentLost: qemu && chance(seed, 'lost') < 0.02,
    agentBehaviour: undefined,
    agentError: undefined,
    layout: undefined,
    ha: undefined,
    // Whoever switched a guest off for good does not let it start with its node.
    onboot: !stopped,
    calm: false,
    courses: {},
    load: {
      cpu: fate < 0.02 ? 0.96 : role.busy * (0.4 + 1.2 * chance(seed, 'cpu')),
      mem: fate > 0.03 && fate < 0.06 ? 0.94 : 0.25 + 0.5 * chance(seed, 'mem'),
      disk: fate > 0.08 && fate < 0.11 ? 0.93 + 0.05 * chance(seed, 'full') : 0.15 + 0.6 * chance(seed, 'fill'),
      traffic: chance(seed, 'quiet') < 0.1 ? 0 : role.traffic * (0.2 + chance(seed, 'net')),
      io: role.traffic * (0.1 + 0.8 * chance(seed, 'io')),
      wait: 0,
    },
    seed,
  };
}

function chooseTags(seed: number, stage: string, ofRole: readonly string[]): string[] {
  if (chance(seed, 'untagged') < 0.15) return [];
  const tags = new Set([stage, ...ofRole, pick(teams, seed, 'team')]);
  const more = chance(seed, 'tagger') < 0.05 ? 7 : between(0, 2, seed, 'more');
  for (let i = 0; i < more; i++) tags.add(pick(extraTags, seed, 'tag', i));
  return [...tags].sort();
}
