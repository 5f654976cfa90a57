// Why a guest has no place, in one line.
import type { Obstacle } from '@belfry/schema/entities/node-loss';
import { messages } from './messages.ts';

/** `memoryBytes`: what the guest needs. */
export function obstacleText(obstacles: readonly Obstacle[], memoryBytes: number): string {
  const everywhere = obstacles.filter(({ node }) => node === undefined).map(general);
  if (everywhere.length > 0) return everywhere.join('; ');
  const full = obstacles.filter(({ kind }) => kind === 'memory');
  const roomiest = full.reduce<Obstacle | undefined>(
    (most, each) => ((each.freeBytes ?? 0) > (most?.freeBytes ?? -1) ? each : most),
    undefined,
  );
  if (roomiest && full.length === obstacles.length)
    return messages.needsMost(memoryBytes, roomiest.freeBytes ?? 0, roomiest.node ?? '');
  const there = [...Map.groupBy(obstacles, onNode)]
    .map(([text, own]) => `${own.map(({ node }) => node).join(', ')}: ${text}`)
    .join('; ');
  return roomiest ? `${messages.needs(memoryBytes)}; ${there}` : there;
}

function general({ kind, what = '', storage = '' }: Obstacle): string {
  const text = kind in messages.obstacles ? messages.obstacles[kind as keyof typeof messages.obstacles] : kind;
  return typeof text === 'string' ? text : text(what, storage);
}

function onNode({ kind, what = '', storage = '', freeBytes = 0 }: Obstacle): string {
  if (kind === 'memory') return messages.on.memory(freeBytes);
  if (kind === 'local-disk' || kind === 'no-storage') return messages.on[kind](what, storage);
  if (kind === 'cpu' || kind === 'ha-rule' || kind === 'affinity') return messages.on[kind](what);
  return general({ kind, what, storage });
}
