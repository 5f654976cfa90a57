// A container: what it is, and how it is at a given second. Everything follows from its seed and the time.
import type { ReportBodyContainer } from '@belfry/schema/agent/report';
import { between, chance, hash, pick, walk } from '../world/walk.ts';
import { hostileNames, type Service, services } from './catalogue.ts';

const GiB = 1024 ** 3;

export type Habit = 'calm' | 'busy' | 'tight' | 'looping' | 'failing' | 'done' | 'killed' | 'paused';

/** `limitBytes` is the configured one, 0 for none; `habit` is what it always does. */
export type Container = { seed: number; name: string; service: Service; limitBytes: number; habit: Habit };

/** Shares of containers that are not calm. */
const habits: readonly [Habit, number][] = [
  ['busy', 0.03],
  ['tight', 0.03],
  ['looping', 0.02],
  ['failing', 0.02],
  ['done', 0.05],
  ['killed', 0.01],
  ['paused', 0.01],
];

/** Every two hours a container meets a new fate; after forty of them it is made anew. */
const ERA_S = 7200;
const ERAS = 40;

/** `trouble` is its habit instead of one that luck gives; `hostile` names it as an attacker would. */
export function createContainer(
  hostSeed: number,
  nth: number,
  { trouble, hostile = false }: { trouble?: Habit | undefined; hostile?: boolean } = {},
): Container {
  const seed = hash(hostSeed, 'container', nth);
  const service = services[(hostSeed + nth) % services.length] ?? services[0];
  const round = Math.floor(nth / services.length);
  const plain = `${service.project}-${service.service}-${round + 1}`;
  const habit = trouble ?? habitOf(chance(seed, 'habit'));
  const limited = habit === 'tight' || chance(seed, 'limited') < 0.4;
  return {
    seed,
    service,
    name: hostile ? hostileNames[0] : chance(seed, 'hostile') < 0.01 ? pick(hostileNames, seed, 'name') : plain,
    limitBytes: limited ? Math.ceil(service.gib * 2) * GiB : 0,
    habit,
  };
}

function habitOf(luck: number): Habit {
  let below = 0;
  for (const [habit, share] of habits) {
    below += share;
    if (luck < below) return habit;
  }
  return 'calm';
}

/** `t` epoch seconds on the host's clock. */
export function containerAt(container: Container, t: number, hostMemory: number): ReportBodyContainer {
  const { seed, name, service, habit, limitBytes } = container;
  const life = lifeAt(container, t);
  const looping = habit === 'looping';
  const ended = habit === 'done' || habit === 'killed';
  // A loop: it runs for twenty seconds and waits for as many.
  const beat = t + (seed % 40);
  const waiting = looping && Math.floor(beat / 20) % 2 === 1;
  const state = ended ? 'exited' : waiting ? 'restarting' : habit === 'paused' ? 'paused' : 'running';
  const startedAt = looping ? Math.max(life.createdAt, t - (beat % 20)) : life.startedAt;
  const finishedAt = ended ? startedAt + between(20, 3600, seed, 'ran') : undefined;
  const health = habit === 'failing' || life.sick ? 'unhealthy' : 'healthy';
  const exitCode = habit === 'killed' ? 137 : looping ? 1 : 0;
  const runs = state === 'running' || state === 'paused';
  return {
    id: hexOf(seed, life.createdAt),
    name,
    image: `${service.image}:${service.tag}`,
    imageId: `sha256:${hexOf(hash(service.image, service.tag), 0)}`,
    createdAt: iso(life.createdAt),
    startedAt: iso(startedAt),
    ...(finishedAt === undefined ? {} : { finishedAt: iso(Math.min(finishedAt, t)) }),
    state,
    status: statusOf(state, health, exitCode, Math.max(0, t - (finishedAt ?? startedAt))),
    ...((service.port > 0 || health === 'unhealthy') && runs ? { health } : {}),
    ...(runs ? figures(container, t, hostMemory) : {}),
    uptimeSeconds: runs ? t - startedAt : 0,
    restartCount: life.restarts + (looping ? Math.floor((t - life.createdAt) / 40) : 0),
    exitCode,
    oomKilled: habit === 'killed',
    ...(limitBytes > 0 ? { memoryConfiguredBytes: limitBytes } : {}),
    ports:
      service.port > 0
        ? [
            {
              privatePort: service.port,
              publicPort: between(10_000, 60_000, seed, 'port'),
              protocol: 'tcp',
              ip: '0.0.0.0',
            },
          ]
        : [],
    networks: [
      {
        name: `${service.project}_default`,
        ipv4: `172.${between(18, 31, seed, 'net')}.0.${between(2, 250, seed, 'ip')}`,
      },
    ],
    labels: {
      'com.docker.compose.project': service.project,
      'com.docker.compose.service': service.service,
      'org.opencontainers.image.version': service.tag,
      'com.example.team': pick(['core', 'shop', 'data'], seed, 'team'),
    },
    composeProject: service.project,
    composeService: service.service,
  };
}

/** What happened to it so far: made anew, restarted, sick for a while. Looks back to its last beginning. */
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

function figures({ seed, service, habit, limitBytes }: Container, t: number, hostMemory: number) {
  const turn = 0.4 + 0.8 * walk(seed, t, 240) + 0.4 * walk(seed + 1, t, 45);
  const cores = habit === 'paused' ? 0 : habit === 'busy' ? 1.9 + walk(seed, t, 120) : service.busy * turn;
  const limit = limitBytes || hostMemory;
  const share = 0.7 + 0.3 * walk(seed + 2, t, 1800);
  const used = habit === 'tight' ? limit * (0.92 + 0.06 * walk(seed + 3, t, 900)) : service.gib * GiB * share;
  const memory = Math.floor(Math.min(used, limit * 0.99));
  return {
    cpuPercent: Math.round(cores * 10_000) / 100,
    memoryUsageBytes: memory,
    memoryLimitBytes: limit,
    memoryPercent: Math.round((memory / limit) * 10_000) / 100,
  };
}

function statusOf(state: string, health: string, exitCode: number, seconds: number): string {
  const ago = words(seconds);
  if (state === 'exited') return `Exited (${exitCode}) ${ago} ago`;
  if (state === 'restarting') return `Restarting (${exitCode}) ${ago} ago`;
  return `Up ${ago} (${state === 'paused' ? 'Paused' : health})`;
}

function words(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} minutes`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} hours`;
  return `${Math.floor(seconds / 86_400)} days`;
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

/** 64 hex digits, as engines name things. */
const hexOf = (seed: number, salt: number): string =>
  Array.from({ length: 8 }, (_, i) => hash(seed, salt, i).toString(16).padStart(8, '0')).join('');
