// If a node of a cluster dies: which of its guests fit on the other nodes.
import type { LostGuest, NodeLoss, Obstacle } from '@belfry/schema/entities/node-loss';
import { quorumOf } from '../quorum.ts';
import type { HaRule, LossGuest, LossInput, LossNode } from './input.ts';
import { bindings } from './obstacles.ts';
import { place, type RulesOf, type Unit, unitOf } from './placement.ts';

/** Of one guest, in a large cluster. */
const MAX_OBSTACLES = 8;

export type Loss = Pick<NodeLoss, 'node' | 'guests' | 'isQuorate' | 'freeBytes'>;

/**
 * For each online node, what would become of its running guests; for each node that is lost, what can be done with those that ran there.
 * This is an estimate: it finds an arrangement in which no node needs
 * more memory than is free there at present, with the configured memory of each guest. HA does not look at memory and may choose
 * other nodes; a guest may need less, and the guests that stay may need more. The order of the input does not matter.
 */
export function nodeLosses(input: LossInput): Loss[] {
  const nodes = input.nodes.toSorted(byName);
  const guests = input.guests.filter(({ isRunning }) => isRunning).sort((a, b) => a.vmid - b.vmid);
  const sorted = { ...input, nodes, guests, rules: input.rules.toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
  const rules = rulesOf(sorted);
  const online = nodes.filter(({ isOnline }) => isOnline);
  const isQuorate = (staying: number): boolean => {
    const { cast, majority } = quorumOf(nodes.length, staying, input.quorumDevice);
    return cast >= majority;
  };
  return nodes
    .map(({ name, isOnline, freeBytes }) => ({
      node: name,
      guests: lossOf(name, sorted, rules),
      isQuorate: isQuorate(online.length - Number(isOnline)),
      ...(isOnline && { freeBytes }),
      isOnline,
    }))
    .filter((loss) => loss.isOnline || loss.guests.length > 0)
    .map(({ isOnline: _, ...loss }) => loss);
}

function lossOf(lost: string, input: LossInput, rules: RulesOf): LostGuest[] {
  const stay = input.nodes.filter(({ name, isOnline, takesGuests }) => isOnline && takesGuests && name !== lost);
  const own = input.guests.filter(({ node }) => node === lost);
  const others = new Set(input.nodes.flatMap(({ name, isOnline }) => (isOnline && name !== lost ? [name] : [])));
  const homes = new Map(input.guests.filter(({ node }) => others.has(node)).map(({ vmid, node }) => [vmid, node]));
  const bound = new Map<number, Obstacle[]>(
    stay.length === 0
      ? own.map(({ vmid }) => [vmid, [{ kind: 'no-node' }]])
      : own.flatMap((guest): [number, Obstacle[]][] => {
          const found = bindings(guest, input);
          return found.length > 0 ? [[guest.vmid, found]] : [];
        }),
  );
  const units = groupsOf(own, rules).map((guests) => unitOf(guests, stay, homes, input, rules));
  const isFree = ({ guests, nodes }: Unit) => nodes.length > 0 && !guests.some(({ vmid }) => bound.has(vmid));
  const { to, why } = place(units.filter(isFree), stay, homes);
  const outcome = (unit: Unit, { vmid, isManaged, isAssumed, order }: LossGuest): LostGuest => {
    const node = to.get(unit)?.name;
    const own = { vmid, isManaged, ...(order !== undefined && { order }), ...(isAssumed && ({ isAssumed } as const)) };
    if (node !== undefined) return { ...own, to: node };
    return {
      ...own,
      obstacles:
        bound.get(vmid) ?? shared(unit, bound, rules) ?? [...why(unit), ...unit.obstacles].slice(0, MAX_OBSTACLES),
    };
  };
  return units.flatMap((unit) => unit.guests.map((guest) => outcome(unit, guest))).sort((a, b) => a.vmid - b.vmid);
}

/** A guest whose companion cannot move does not move either. */
function shared({ guests }: Unit, bound: ReadonlyMap<number, unknown>, rules: RulesOf): Obstacle[] | undefined {
  if (!guests.some(({ vmid }) => bound.has(vmid))) return undefined;
  const [rule] = guests.flatMap(rules.together);
  return [{ kind: 'affinity', ...(rule && { what: rule.rule }) }];
}

/** Guests of the lost node that must be together are placed as one. */
function groupsOf(own: readonly LossGuest[], rules: RulesOf): LossGuest[][] {
  const byVmid = new Map(own.map((guest) => [guest.vmid, guest]));
  const seen = new Set<number>();
  return own.flatMap((first) => {
    if (seen.has(first.vmid)) return [];
    seen.add(first.vmid);
    const group = [first];
    for (const guest of group)
      for (const vmid of rules.together(guest).flatMap((each) => each.vmids)) {
        const companion = byVmid.get(vmid);
        if (!companion || seen.has(vmid)) continue;
        seen.add(vmid);
        group.push(companion);
      }
    return [group];
  });
}

function rulesOf({ rules, guests }: LossInput): RulesOf {
  const managed = new Set(guests.filter(({ isManaged }) => isManaged).map(({ vmid }) => vmid));
  const byVmid = new Map<number, HaRule[]>();
  for (const rule of rules)
    for (const vmid of rule.vmids) if (managed.has(vmid)) byVmid.set(vmid, [...(byVmid.get(vmid) ?? []), rule]);
  const others =
    (kind: 'together' | 'apart') =>
    ({ vmid }: LossGuest) =>
      (byVmid.get(vmid) ?? [])
        .filter((rule) => rule.kind === kind)
        .map(({ id, vmids }) => ({ rule: id, vmids: vmids.filter((each) => each !== vmid && managed.has(each)) }));
  return {
    nodes: ({ vmid }) => byVmid.get(vmid)?.find((rule) => rule.kind === 'nodes'),
    together: others('together'),
    apart: others('apart'),
  };
}

const byName = (a: LossNode, b: LossNode): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
