// Places the guests of a lost node on the nodes that stay, by memory and by the rules about guests that must be together or apart.
import type { Obstacle } from '@belfry/schema/entities/node-loss';
import type { LossGuest, LossInput, LossNode } from './input.ts';
import { type NodeRule, obstacleOn } from './obstacles.ts';

/** Guests that must be on the same node; mostly one. `nodes`: where nothing but memory and other guests can stop it. */
export interface Unit {
  guests: readonly LossGuest[];
  bytes: number;
  isManaged: boolean;
  nodes: readonly { node: LossNode; rank: number }[];
  obstacles: readonly Obstacle[];
  apart: readonly Companions[];
}

/** Guests that a rule wants on the same node, or on others. */
export interface Companions {
  rule: string;
  vmids: readonly number[];
}

/** The rules of each guest that HA manages. */
export interface RulesOf {
  nodes(guest: LossGuest): NodeRule | undefined;
  /** The other guests that must be on its node, and those that must not be. */
  together(guest: LossGuest): Companions[];
  apart(guest: LossGuest): Companions[];
}

export function unitOf(
  guests: readonly LossGuest[],
  stay: readonly LossNode[],
  homes: ReadonlyMap<number, string>,
  input: LossInput,
  rules: RulesOf,
): Unit {
  const obstacles: Obstacle[] = [];
  const wanted = guests.flatMap(rules.together);
  const nodes = stay.flatMap((node) => {
    const found =
      guests.map((guest) => obstacleOn(node, guest, input, rules.nodes(guest))).find(Boolean) ??
      awayFrom(node, wanted, homes);
    if (found) obstacles.push(found);
    return found ? [] : [{ node, rank: Math.max(...guests.map((guest) => rankOf(node, rules.nodes(guest)))) }];
  });
  return {
    guests,
    nodes,
    obstacles,
    apart: guests.flatMap(rules.apart),
    bytes: guests.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
    isManaged: guests.some(({ isManaged }) => isManaged),
  };
}

/** A guest goes to the node where its companions run. */
function awayFrom(
  { name }: LossNode,
  wanted: readonly Companions[],
  homes: ReadonlyMap<number, string>,
): Obstacle | undefined {
  for (const { rule, vmids } of wanted) {
    const where = vmids.flatMap((vmid) => homes.get(vmid) ?? []);
    if (where.length > 0 && !where.includes(name)) return { kind: 'affinity', what: rule, node: name };
  }
  return undefined;
}

/** The lower, the earlier a node is chosen: first those of the rule by their priority, then the others. */
const rankOf = ({ name }: LossNode, rule: NodeRule | undefined): number => {
  if (!rule) return 0;
  const entry = rule.nodes.find((each) => each.name === name);
  return entry ? -entry.priority - 1 : 1;
};

/** In one placement, so that a large cluster without room costs no more than this. */
const MAX_ATTEMPTS = 500;

export interface Placed {
  to: ReadonlyMap<Unit, LossNode>;
  /** Why a unit found no place on the nodes that none of its own obstacles excludes. Of the full ones, that with the most room. */
  why(unit: Unit): Obstacle[];
}

/**
 * Best fit: guests of HA first, then those with the fewest possible nodes, then the largest. Each goes to the node of the best rank that
 * has the least memory left for it. If no node has enough, one guest placed before may go elsewhere instead.
 */
export function place(units: readonly Unit[], stay: readonly LossNode[], homes: ReadonlyMap<number, string>): Placed {
  const free = new Map(stay.map(({ name, freeBytes }) => [name, freeBytes]));
  const to = new Map<Unit, LossNode>();
  const where = new Map(homes);
  const freeOf = ({ name }: LossNode) => free.get(name) ?? 0;

  function put(unit: Unit, node: LossNode): void {
    to.set(unit, node);
    free.set(node.name, freeOf(node) - unit.bytes);
    for (const { vmid } of unit.guests) where.set(vmid, node.name);
  }
  function take(unit: Unit, node: LossNode): void {
    to.delete(unit);
    free.set(node.name, freeOf(node) + unit.bytes);
    for (const { vmid } of unit.guests) where.delete(vmid);
  }
  const isMember = (unit: Unit, vmid: number): boolean => unit.guests.some((guest) => guest.vmid === vmid);
  const enemy = (unit: Unit, { name }: LossNode): string | undefined =>
    unit.apart.find(({ vmids }) => vmids.some((vmid) => where.get(vmid) === name || isMember(unit, vmid)))?.rule;
  /** Of equal nodes the first by name, which is the order of `stay`. */
  function best(unit: Unit, except?: LossNode): LossNode | undefined {
    let found: Unit['nodes'][number] | undefined;
    for (const each of unit.nodes) {
      if (each.node === except || freeOf(each.node) < unit.bytes || enemy(unit, each.node) !== undefined) continue;
      const isBetter =
        !found || each.rank < found.rank || (each.rank === found.rank && freeOf(each.node) < freeOf(found.node));
      if (isBetter) found = each;
    }
    return found?.node;
  }
  let attempts = MAX_ATTEMPTS;

  /** Moves one earlier guest to another node, so that this one has room. */
  function makeRoom(unit: Unit): void {
    for (const { node } of unit.nodes)
      for (const [other, its] of [...to]) {
        if (its !== node || freeOf(node) + other.bytes < unit.bytes || attempts-- <= 0) continue;
        take(other, node);
        const isFree = enemy(unit, node) === undefined;
        if (isFree) put(unit, node);
        const elsewhere = isFree && best(other, node);
        if (elsewhere) {
          put(other, elsewhere);
          return;
        }
        if (isFree) take(unit, node);
        put(other, node);
      }
  }

  for (const unit of units.toSorted(harder)) {
    const node = best(unit);
    if (node) put(unit, node);
    else makeRoom(unit);
  }
  return {
    to,
    why(unit) {
      const found: Obstacle[] = [];
      let roomiest: LossNode | undefined;
      for (const { node } of unit.nodes) {
        const rule = enemy(unit, node);
        if (rule !== undefined) found.push({ kind: 'affinity', what: rule, node: node.name });
        else if (!roomiest || freeOf(node) > freeOf(roomiest)) roomiest = node;
      }
      return roomiest ? [{ kind: 'memory', node: roomiest.name, freeBytes: freeOf(roomiest) }, ...found] : found;
    },
  };
}

const harder = (a: Unit, b: Unit): number =>
  Number(b.isManaged) - Number(a.isManaged) ||
  a.nodes.length - b.nodes.length ||
  b.bytes - a.bytes ||
  (a.guests[0]?.vmid ?? 0) - (b.guests[0]?.vmid ?? 0);
