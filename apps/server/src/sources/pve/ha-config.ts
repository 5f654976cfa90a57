// What HA may do with guests: `/cluster/ha/resources`, and `/cluster/ha/rules` or, before version 9, `/cluster/ha/groups`.
import type { HaRule } from '@belfry/domain/node-loss/input';
import { flag, type Raw, rows, text, whole } from '../proxmox-api/read.ts';

/** `managed`: the guests that HA starts on another node. */
export interface HaConfig {
  managed: ReadonlySet<number>;
  rules: readonly HaRule[];
}

const LONGEST = 16_384;

/** HA leaves a guest in one of these states where it is. */
const LEFT_ALONE = ['stopped', 'disabled', 'ignored'];

/** From `data` of cluster/ha/resources. Undefined when it is not a list. */
export function managedGuests(resources: unknown): Set<number> | undefined {
  if (!Array.isArray(resources)) return undefined;
  const active = rows(resources).filter(({ state }) => !LEFT_ALONE.includes(text(state, 32) ?? 'started'));
  return new Set(active.flatMap(({ sid }) => vmidOf(text(sid, 64) ?? '') ?? []));
}

/** From `data` of cluster/ha/rules. Rules that are switched off, and of unknown types, are left out. */
export const parseRules = (data: unknown): HaRule[] =>
  rows(data).flatMap((row): HaRule[] => {
    const id = text(row.rule, 128);
    const vmids = vmidsOf(row.resources);
    if (!id || flag(row.disable) || vmids.length === 0) return [];
    if (row.type === 'node-affinity')
      return [{ id, kind: 'nodes', vmids, nodes: nodesOf(row.nodes), isStrict: flag(row.strict) }];
    if (row.type !== 'resource-affinity') return [];
    return [{ id, kind: row.affinity === 'negative' ? 'apart' : 'together', vmids }];
  });

/** A group is a rule about the nodes of the resources that name it. From `data` of cluster/ha/groups and …/resources. */
export function groupRules(groups: unknown, resources: unknown): HaRule[] {
  const members = Map.groupBy(rows(resources), ({ group }) => text(group, 128));
  return rows(groups).flatMap((row): HaRule[] => {
    const id = text(row.group, 128);
    const vmids = (members.get(id) ?? []).flatMap(({ sid }: Raw) => vmidOf(text(sid, 64) ?? '') ?? []);
    if (!id || vmids.length === 0) return [];
    return [{ id, kind: 'nodes', vmids, nodes: nodesOf(row.nodes), isStrict: flag(row.restricted) }];
  });
}

const vmidOf = (sid: string): number | undefined => whole(/^(?:vm|ct):(\d+)$/.exec(sid.trim())?.[1]);

/** `vm:100,ct:101`, or an object with these as keys. */
const vmidsOf = (resources: unknown): number[] => [...new Set(namesIn(resources).flatMap((sid) => vmidOf(sid) ?? []))];

/** `pve1:2,pve2`. Without a priority it is 0. */
const nodesOf = (nodes: unknown): { name: string; priority: number }[] =>
  namesIn(nodes).map((entry) => {
    const [name = '', priority] = entry.split(':');
    return { name, priority: whole(priority) ?? 0 };
  });

function namesIn(list: unknown): string[] {
  const names = typeof list === 'object' && list !== null ? Object.keys(list) : (text(list, LONGEST) ?? '').split(',');
  return names.map((name) => name.trim()).filter(Boolean);
}
