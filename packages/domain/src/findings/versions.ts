// Whether the nodes of a cluster have one version of Proxmox VE.
import type { Node } from '@belfry/schema/entities/node';
import { type Found, found } from './found.ts';

/** `pve-manager/9.1.2/14a22df3` */
const versionOf = ({ pveVersion }: Pick<Node, 'pveVersion'>): string | undefined =>
  pveVersion.split('/')[1] || undefined;

const listed = (byVersion: ReadonlyMap<string, string[]>) =>
  [...byVersion]
    .sort(([a], [b]) => b.localeCompare(a, 'en', { numeric: true }))
    .map(([version, names]) => ({ id: 'finding.version.of' as const, values: { version, nodes: names } }));

/** Undefined: there is nothing to compare. What a node last said is true only while it answers. */
export function versionFinding(
  nodes: readonly Pick<Node, 'name' | 'pveVersion' | 'status' | 'staleSince'>[],
): Found | undefined {
  if (nodes.length < 2) return undefined;
  const [byVersion, then] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const unknown: string[] = [];
  for (const node of nodes) {
    const version = versionOf(node);
    const answers = node.status === 'online' && node.staleSince === undefined;
    if (version === undefined || !answers) unknown.push(node.name);
    if (version === undefined) continue;
    const names = answers ? byVersion : then;
    names.set(version, [...(names.get(version) ?? []), node.name]);
  }
  const [first, ...others] = byVersion.keys();
  if (others.length > 0) return found('note', { id: 'finding.version.skew', values: { versions: listed(byVersion) } });
  if (unknown.length === 0) return found('well', { id: 'finding.version.same', values: { version: first ?? '' } });
  const saidOnce = [...then.values()].flat().length === unknown.length;
  return first !== undefined && saidOnce
    ? found('unknown', { id: 'finding.version.silent', values: { version: first, versions: listed(then) } })
    : found('unknown', { id: 'finding.version.unknown', values: { nodes: unknown } });
}
