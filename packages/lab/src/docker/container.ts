// A container and its state at a given second. Everything depends only on its seed and the time.
import type { ReportBodyContainer } from '@belfry/schema/agent/report';
import { between, chance, hash, pick, walk } from '../world/walk.ts';
import { hostileNames, type Service, services } from './catalogue.ts';

const GiB = 1024 ** 3;

export type Behaviour = 'calm' | 'busy' | 'tight' | 'looping' | 'failing' | 'done' | 'killed' | 'paused';

/** A time in which a container behaves in another way: epoch seconds, on the clock of its host. */
export type Spell = { behaviour: Behaviour; from: number; to: number };

/** `nth` is its position on the host. `limitBytes` is the configured limit, 0 for none. `behaviour` is the usual one. */
export type Container = {
  seed: number;
  nth: number;
  name: string;
  service: Service;
  limitBytes: number;
  behaviour: Behaviour;
  /** It is never unhealthy or busy by itself. */
  calm: boolean;
  spells: Spell[];
};

/** The limits of the host: no container uses more memory or runs longer. `bootedAt` epoch seconds. */
export type Machine = { memoryBytes: number; bootedAt: number };

/** The share of containers with each behaviour. The others are calm. */
const behaviours: readonly [Behaviour, number][] = [
  ['busy', 0.03],
  ['tight', 0.03],
  ['looping', 0.02],
  ['failing', 0.02],
  ['done', 0.05],
  ['killed', 0.01],
  ['paused', 0.01],
];

/**
 * In every period of two hours, a container may be restarted or recreated. After forty periods it is always recreated.
 */
const ERA_S = 7200;
const ERAS = 40;
/**
 * `BUSY_CORES` is the minimum for a busy container. `BUSIEST` is the maximum for any other one, as a multiple of its
 * mean.
 */
const BUSY_CORES = 1.9;
const BUSIEST = 1.6;

/**
 * `trouble` is the behaviour; the default is random. `hostile`: whether its name is one that an attacker would choose.
 * Undefined: sometimes.
 */
export type ContainerOptions = { trouble?: Behaviour | undefined; hostile?: boolean | undefined; calm?: boolean };

export function createContainer(
  hostSeed: number,
  nth: number,
  { trouble, hostile, calm = false }: ContainerOptions = {},
): Container {
  const seed = hash(hostSeed, 'container', nth);
  const service = services[(hostSeed + nth) % services.length] ?? services[0];
  const round = Math.floor(nth / services.length);
  const plain = `${service.project}-${service.service}-${round + 1}`;
  const unlucky = hostile === undefined && chance(seed, 'hostile') < 0.01;
  const luck = behaviourOf(chance(seed, 'habit'));
  const behaviour = calm ? (luck === 'done' ? luck : 'calm') : (trouble ?? luck);
  const limited = behaviour === 'tight' || chance(seed, 'limited') < 0.4;
  return {
    seed,
    nth,
    service,
    name: hostile ? hostileNames[0] : unlucky ? pick(hostileNames, seed, 'name') : plain,
    limitBytes: limited ? Math.ceil(service.gib * 2) * GiB : 0,
    behaviour,
    calm,
    spells: [],
  };
}

function behaviourOf(luck: number): Behaviour {
  let below = 0;
  for (const [behaviour, share] of behaviours) {
    below += share;
    if (luck < below) return behaviour;
  }
  return 'calm';
}

/** The maximum use: cores, and bytes of memory. */
export function peakOf({ service, behaviour, limitBytes }: Container): { cores: number; memoryBytes: number } {
  const cores = behaviour === 'busy' ? BUSY_CORES + 1 : service.busy * BUSIEST;
  return { cores, memoryBytes: behaviour === 'tight' ? limitBytes : service.gib * GiB };
}

const spellAt = ({ spells }: Container, t: number) => spells.find(({ from, to }) => from <= t && t < to);

/** `t` in epoch seconds on the clock of the host. */
export function containerAt(given: Container, t: number, machine: Machine): ReportBodyContainer {
  const spell = spellAt(given, t);
  const container = spell ? { ...given, behaviour: spell.behaviour } : given;
  const { seed, name, service, behaviour, limitBytes } = container;
  const { state, health, exitCode, createdAt, startedAt, finishedAt, restarts, id } = stageOf(container, t, machine);
  const hasProcess = state === 'running' || state === 'paused';
  return {
    id,
    name,
    image: `${service.image}:${service.tag}`,
    imageId: `sha256:${hexOf(hash(service.image, service.tag), 0)}`,
    createdAt: iso(createdAt),
    startedAt: iso(startedAt),
    ...(finishedAt !== undefined && { finishedAt: iso(finishedAt) }),
    state,
    status: statusText(state, health, exitCode, t - (finishedAt ?? startedAt)),
    ...(health && { health }),
    ...(hasProcess && figures(container, t, machine.memoryBytes)),
    uptimeSeconds: hasProcess ? t - startedAt : 0,
    restartCount: restarts,
    exitCode,
    oomKilled: behaviour === 'killed',
    restartPolicy: behaviour === 'done' || behaviour === 'killed' ? 'no' : 'unless-stopped',
    ...(limitBytes > 0 && { memoryConfiguredBytes: limitBytes }),
    ...(hasProcess ? wiring(container) : { ports: [], networks: [{ name: `${service.project}_default` }] }),
    labels: {
      'com.docker.compose.project': service.project,
      'com.docker.compose.service': service.service,
      'com.docker.compose.container-number': String(numberOf(container)),
      'org.opencontainers.image.version': service.tag,
      'com.example.team': pick(['core', 'shop', 'data'], seed, 'team'),
    },
    composeProject: service.project,
    composeService: service.service,
  };
}

/** The number of the container within its service, from 1. */
const numberOf = ({ nth }: Container) => Math.floor(nth / services.length) + 1;
const projects = [...new Set(services.map(({ project }) => project))];

/** Each port of the host is used once, and all containers of a project are in one network. */
function wiring({ nth, service }: Container) {
  const subnet = `172.${18 + projects.indexOf(service.project)}.${Math.floor(nth / 250)}`;
  const published = { privatePort: service.port, publicPort: 10_000 + nth * 97, protocol: 'tcp', ip: '0.0.0.0' };
  return {
    ports: service.port > 0 ? [published] : [],
    networks: [{ name: `${service.project}_default`, ipv4: `${subnet}.${2 + (nth % 250)}` }],
  };
}

/** The state of the container and its start. Times in epoch seconds. A container does not run longer than its host. */
function stageOf(container: Container, t: number, { bootedAt }: Machine) {
  const { seed, service, behaviour } = container;
  const life = lifeAt(container, t);
  const id = hexOf(seed, life.createdAt);
  const spell = spellAt(container, t);
  if (behaviour === 'done' || behaviour === 'killed') {
    if (spell) {
      const [exitCode, createdAt] = [behaviour === 'killed' ? 137 : 0, life.createdAt];
      const restarts = life.restarts + loopsBefore(container, t);
      const startedAt = Math.min(life.startedAt, spell.from);
      return { id, state: 'exited', exitCode, createdAt, startedAt, finishedAt: spell.from, restarts };
    }
    // It has ended at every time, because its end is the time when another container would have started.
    const startedAt = life.startedAt - between(20, 3600, seed, 'ran');
    const [exitCode, restarts] = behaviour === 'killed' ? [137, life.restarts] : [0, 0];
    const createdAt = Math.min(life.createdAt, startedAt);
    return { id, state: 'exited', exitCode, createdAt, startedAt, finishedAt: life.startedAt, restarts };
  }
  const afterBoot = (at: number) => Math.min(t, Math.max(at, bootedAt + between(5, 40, seed, 'boot')));
  const { createdAt } = life;
  if (behaviour === 'looping') {
    // It runs for twenty seconds, then waits for twenty seconds.
    const beat = t + (seed % 40);
    const restarts = life.restarts + loopsBefore(container, t) + loops(spell?.from ?? createdAt, t);
    const begun = afterBoot(Math.max(createdAt, t - (beat % 20)));
    if (Math.floor(beat / 20) % 2 === 0)
      return { id, state: 'running', exitCode: 0, createdAt, startedAt: begun, restarts };
    const startedAt = Math.max(createdAt, begun - 20);
    return { id, state: 'restarting', exitCode: 1, createdAt, startedAt, finishedAt: begun, restarts };
  }
  const ill = behaviour === 'failing' || (life.sick && !container.calm);
  const health = ill ? 'unhealthy' : service.port > 0 ? 'healthy' : undefined;
  const state = behaviour === 'paused' ? 'paused' : 'running';
  const startedAt = afterBoot(Math.max(life.startedAt, startedAfter(container, t)));
  return { id, state, health, exitCode: 0, createdAt, startedAt, restarts: life.restarts + loopsBefore(container, t) };
}

/** How often a container that loops has restarted between two times. */
const loops = (from: number, to: number) => 1 + Math.floor((to - from) / 40);

const isOver =
  (t: number) =>
  ({ to }: Spell): boolean =>
    to <= t;

/** The restarts of the spells that are over. The engine has counted them. */
const loopsBefore = ({ spells }: Container, t: number): number =>
  spells
    .filter(isOver(t))
    .reduce((sum, { behaviour, from, to }) => sum + (behaviour === 'looping' ? loops(from, to) : 0), 0);

/** The end of the last spell that stopped the container. */
const startedAfter = ({ spells }: Container, t: number): number =>
  spells
    .filter(isOver(t))
    .filter(({ behaviour }) => behaviour === 'looping' || behaviour === 'killed' || behaviour === 'done')
    .reduce((latest, { to }) => Math.max(latest, to), 0);

/** The events of the container until now: it is recreated, restarted, or unhealthy for a while. */
function lifeAt(
  { seed }: Container,
  t: number,
): { createdAt: number; startedAt: number; restarts: number; sick: boolean } {
  const shifted = t - (seed % (ERA_S * ERAS));
  const now = Math.floor(shifted / ERA_S);
  const beginOf = (era: number) => era * ERA_S + (seed % (ERA_S * ERAS));
  let createdAt = beginOf(Math.floor(now / ERAS) * ERAS);
  let startedAt = createdAt;
  let restarts = 0;
  for (let era = Math.floor(now / ERAS) * ERAS; era <= now; era++) {
    const fate = chance(seed, 'fate', era);
    const at = beginOf(era) + Math.floor(ERA_S * chance(seed, 'when', era));
    if (at > t) break;
    if (fate < 0.02) [createdAt, startedAt, restarts] = [at, at, 0];
    else if (fate < 0.06) [startedAt, restarts] = [at, restarts + 1];
  }
  const sick = chance(seed, 'fate', now) > 0.96 && walk(seed, t, 600) > 0.5;
  return { createdAt, startedAt, restarts, sick };
}

function figures({ seed, service, behaviour, limitBytes, calm }: Container, t: number, hostMemory: number) {
  const turn = 0.4 + 0.8 * walk(seed, t, 240) + 0.4 * walk(seed + 1, t, 45);
  const cores =
    behaviour === 'paused'
      ? 0
      : behaviour === 'busy'
        ? BUSY_CORES + walk(seed, t, 120)
        : Math.min(service.busy * turn, calm ? 0.7 : Infinity);
  const limit = limitBytes || hostMemory;
  const share = 0.7 + 0.3 * walk(seed + 2, t, 1800);
  const used = behaviour === 'tight' ? limit * (0.92 + 0.06 * walk(seed + 3, t, 900)) : service.gib * GiB * share;
  const memory = Math.floor(Math.min(used, limit * 0.99));
  return {
    cpuPercent: Math.round(cores * 10_000) / 100,
    memoryUsageBytes: memory,
    memoryLimitBytes: limit,
    memoryPercent: Math.round((memory / limit) * 10_000) / 100,
  };
}

/** The status text in the format of the engine. */
function statusText(state: string, health: string | undefined, exitCode: number, seconds: number): string {
  const age = words(seconds);
  if (state === 'exited') return `Exited (${exitCode}) ${age} ago`;
  if (state === 'restarting') return `Restarting (${exitCode}) ${age} ago`;
  if (state === 'paused') return `Up ${age} (Paused)`;
  return health ? `Up ${age} (${health})` : `Up ${age}`;
}

/** A duration in the format of the engine. */
function words(seconds: number): string {
  const [minutes, hours, days] = [seconds / 60, seconds / 3600, seconds / 86_400].map(Math.floor) as [
    number,
    number,
    number,
  ];
  if (seconds < 1) return 'Less than a second';
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  if (minutes < 60) return minutes === 1 ? 'About a minute' : `${minutes} minutes`;
  if (hours < 48) return hours === 1 ? 'About an hour' : `${hours} hours`;
  if (days < 14) return `${days} days`;
  return days < 60 ? `${Math.floor(days / 7)} weeks` : `${Math.floor(days / 30)} months`;
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

/** 64 hex digits, as in the ids of an engine. */
const hexOf = (seed: number, salt: number): string =>
  Array.from({ length: 8 }, (_, i) => hash(seed, salt, i).toString(16).padStart(8, '0')).join('');
