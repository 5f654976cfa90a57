// The blocks on the disk, and those that are on their way there: what is staged is read as if it was stored.
import type { Resource } from '@belfry/schema/history/metrics';
import type { HistoryRows } from '../db/history-file.ts';
import type { Directory } from './directory.ts';
import type { Source } from './history-store.ts';
import { keyOf, slotOf } from './key.ts';
import { decodeTierBlock, encodeTierBlock, type TierBlock } from './tier-block.ts';
import { COARSEST, slotMs } from './tiers.ts';

/** `at` is the start of the slot, epoch ms. */
interface Place {
  readonly tier: number;
  readonly at: number;
  readonly resource: Resource;
  readonly source: Source;
}

export type Blocks = ReturnType<typeof createBlocks>;

/** Beyond these, a block that is read again is counted again. */
const MAX_KNOWN_DAMAGE = 10_000;

/** So many are about 400 KB. */
const MANY = 500;

export function createBlocks(directory: Directory) {
  const waiting = new Map<string, Place & { bytes: Uint8Array }>();
  const known = new Set<string>();
  let damaged = 0;
  const nameOf = ({ tier, at, resource, source }: Place) => `${tier} ${at} ${source} ${resource.kind} ${resource.id}`;
  const stagedAt = (place: Place) => (waiting.size > 0 ? waiting.get(nameOf(place))?.bytes : undefined);
  const keyAt = ({ tier, at, resource, source }: Place) => {
    const number = directory.find(resource);
    return number === undefined ? undefined : keyOf(tier, at, number, source);
  };

  function noteDamage(tier: number, key: number): void {
    const name = `${tier} ${key}`;
    if (known.has(name)) return;
    if (known.size < MAX_KNOWN_DAMAGE) known.add(name);
    damaged++;
  }

  const has = (rows: HistoryRows, place: Place): boolean => {
    const key = keyAt(place);
    return stagedAt(place) !== undefined || (key !== undefined && rows.has(place.tier, key));
  };

  return {
    has,
    /** Whether any tier has a block of the resource. */
    hasAny(rows: HistoryRows, resource: Resource): boolean {
      for (const staged of waiting.values())
        if (staged.resource.kind === resource.kind && staged.resource.id === resource.id) return true;
      // Resources that are there have a block in the newest slot of the coarsest tier.
      for (let tier = COARSEST; tier >= 0; tier--) {
        const [first, last] = [rows.next(tier, 0), rows.last(tier)];
        if (first === undefined || last === undefined) continue;
        for (let at = slotOf(tier, last); at >= slotOf(tier, first); at -= slotMs(tier))
          for (const source of ['belfry', 'proxmox'] as const)
            if (has(rows, { tier, at, resource, source })) return true;
      }
      return false;
    },
    /** Undefined if there is none, or if it is damaged. `metrics`: their places in the catalogue; the others are empty. */
    read(rows: HistoryRows, place: Place, metrics?: readonly number[]): TierBlock | undefined {
      const staged = stagedAt(place);
      if (staged) return decodeTierBlock(place.tier, staged, metrics);
      const key = keyAt(place);
      const bytes = key === undefined ? undefined : rows.block(place.tier, key);
      if (key === undefined || !bytes) return undefined;
      const block = decodeTierBlock(place.tier, bytes, metrics);
      if (!block) noteDamage(place.tier, key);
      return block;
    },
    stage: (place: Place, block: TierBlock) =>
      void waiting.set(nameOf(place), { ...place, bytes: encodeTierBlock(place.tier, block) }),
    /** Writes what is staged as one commit, with what `more` writes. If it throws, nothing was written and all stays staged. */
    commit(rows: HistoryRows, more: () => void = () => {}) {
      const write = waiting.size < MANY ? rows.atomically : rows.inBulk;
      write(() => {
        const blocks = [...waiting.values()].flatMap(({ tier, at, resource, source, bytes }) => {
          const number = directory.add(rows, resource);
          return number === undefined ? [] : [{ tier, key: keyOf(tier, at, number, source), block: bytes }];
        });
        // In the order of the tables, so that each page is written once.
        rows.put(blocks.sort((a, b) => a.tier - b.tier || a.key - b.key));
        more();
      });
      waiting.clear();
    },
    staged: (): number => waiting.size,
    drop: () => waiting.clear(),
    dropResource({ kind, id }: Resource) {
      for (const [name, { resource }] of waiting)
        if (resource.kind === kind && resource.id === id) waiting.delete(name);
    },
    /** How many blocks could not be read. */
    damaged: (): number => damaged,
  };
}
