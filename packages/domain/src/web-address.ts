// The address of a host's own web interface.

import { kinds, type NodeType } from '@belfry/schema/config/kinds';
import type { Node } from '@belfry/schema/entities/node';
import { nodeOnline } from './status.ts';

/**
 * Made from the configuration: a URL, `host`, or `host:port`. The defaults are https and the usual port of the kind.
 * Undefined when it is not a web address, such as `javascript:`.
 */
export function webAddress(host: string, kind: NodeType): string | undefined {
  const text = host.trim();
  const explicit = /^[a-z][a-z\d+.-]*:\/\//i.test(text);
  try {
    const url = new URL(explicit ? text : `https://${text}`);
    if (text === '' || !/^https?:$/.test(url.protocol)) return undefined;
    // URL drops the default port of its scheme, so a given one must not be replaced.
    if (url.port === '' && !/:\d+(\/|$)/.test(text)) url.port = String(kinds[kind].port);
    url.username = '';
    url.password = '';
    return url.origin;
  } catch {
    return undefined;
  }
}

/** The web interface of a hypervisor node: each member of a cluster has its own. */
export const nodeAddress = ({ url, host }: Pick<Node, 'url' | 'host'>): string | undefined =>
  webAddress(url ?? host, 'pve');

/**
 * Where a node can be seen: at its own web interface, or, while it does not answer, at that of a member of its cluster that does.
 * `nodes` are all nodes.
 */
export function reachableAddress(node: Node, nodes: readonly Node[]): string | undefined {
  if (nodeOnline(node) || !node.isClusterMember) return nodeAddress(node);
  const member = nodes.find((other) => other.instance === node.instance && nodeOnline(other));
  return nodeAddress(member ?? node);
}
