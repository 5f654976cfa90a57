// The snapshots of a guest. Few guests have any, and the list always ends with "You are here!".
import { createHash } from 'node:crypto';
import type { Cluster } from './cluster.ts';
import type { Guest } from './guest.ts';
import { between, chance, pick } from './walk.ts';

const names: readonly [string, ...string[]] = [
  'before-upgrade',
  'clean-install',
  'pre_migration',
  'golden',
  'autodaily',
  'v2-4-1',
];

const plainWords: readonly [string, ...string[]] = ['', 'taken before the change, remove when it works'];

/** Users write anything here, so some texts look like an attack. */
const words: readonly [string, ...string[]] = [
  ...plainWords,
  'ticket #4711\nask Jörg before rollback ✓',
  '"><img src=x onerror=alert(1)>',
];

/** `snaptime` is in epoch seconds. The `parent` links form a chain. */
export function snapshotsOf(guest: Guest, cluster: Cluster) {
  const count = chance(guest.seed, 'snapshots') < 0.15 ? between(1, 3, guest.seed, 'snapshots', 'n') : 0;
  const taken = Array.from({ length: count }, (_, i) => ({
    name: `${pick(names, guest.seed, 'snapshot', i)}-${i + 1}`,
    description: pick(cluster.plain ? plainWords : words, guest.seed, 'said', i),
    snaptime: cluster.since - (count - i) * 86_400 * between(2, cluster.calm ? 7 : 40, guest.seed, 'days'),
    ...(guest.kind === 'qemu' && { vmstate: chance(guest.seed, 'vmstate', i) < 0.3 ? 1 : 0 }),
  }));
  const chained = taken.map((snapshot, i) => ({ ...snapshot, ...(i > 0 && { parent: taken[i - 1]?.name }) }));
  const last = taken.at(-1)?.name;
  const digest = createHash('sha1').update(`${guest.seed}`).digest('hex');
  const running = guest.power === 'stopped' ? 0 : 1;
  return [
    ...chained,
    { name: 'current', description: 'You are here!', running, digest, ...(last !== undefined && { parent: last }) },
  ];
}
