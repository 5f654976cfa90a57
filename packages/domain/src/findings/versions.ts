// Whether the nodes of a cluster have one version of Proxmox VE.
import type { Node } from '@belfry/schema/entities/node';
import { type Found, found } from './found.ts';

/** `pve-manager/9.1.2/14a22df3` */
const versionOf = ({ pveVersion }: Pick<Node, 'pveVersion'>): string | undefined =>
  pveVersion.split('/')[1] || undefined;

/** Undefined: there is nothing to compare. What a node last said is true only while it answers. */
export function versionFinding(
  nodes: readonly Pick<Node, 'name' | 'pveVersion' | 'status' | 'staleSince'>[],
): Found | undefined {
  if (nodes.length < 2) return undefined;
  const byVersion = new Map<string, string[]>();
  const unknown: string[] = [];
  for (const node of nodes) {
    const version = node.status === 'online' && node.staleSince === undefined ? versionOf(node) : undefined;
    if (version === undefined) unknown.push(node.name);
    else byVersion.set(version, [...(byVersion.get(version) ?? []), node.name]);
  }
  const [first, ...others] = byVersion.keys();
  if (others.length > 0) {
    const versions = [...byVersion]
      .sort(([a], [b]) => b.localeCompare(a, 'en', { numeric: true }))
      .map(([version, names]) => ({ id: 'finding.version.of' as const, values: { version, nodes: names } }));
    return found('note', { id: 'finding.version.skew', values: { versions } });
  }
  if (unknown.length > 0) return found('unknown', { id: 'finding.version.unknown', values: { nodes: unknown } });
  return found('well', { id: 'finding.version.same', values: { version: first ?? '' } });
}
