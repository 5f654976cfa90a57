// The web interface of the host that an alert is about. Pure.
import { nodeId } from '@belfry/domain/ids';
import { nodeOnline } from '@belfry/domain/status';
import { nodeAddress, webAddress } from '@belfry/domain/web-address';
import type { Alert } from '@belfry/schema/entities/alert';
import type { State } from '@belfry/schema/state';

type Hosts = { readonly [K in 'nodes' | 'pbs' | 'pmg']: readonly State[K][number][] };

/**
 * A backup server and a mail gateway have their own. A node that does not answer leads to one that does: each shows the whole cluster.
 * Undefined where nobody answers.
 */
export function ownInterface(
  { resourceId, node, metadata }: Pick<Alert, 'resourceId' | 'node' | 'metadata'>,
  { nodes, pbs, pmg }: Hosts,
): { name: string; href: string } | undefined {
  const server = pbs.find(({ id }) => id === resourceId);
  if (server) return found(server.name, webAddress(server.host, 'pbs'));
  const gateway = pmg.find(({ id }) => id === resourceId);
  if (gateway) return found(gateway.name, webAddress(gateway.host, 'pmg'));
  const instance = metadata?.instanceId ?? '';
  const own = nodes.find(({ id }) => id === nodeId(instance, node));
  const by = own && nodeOnline(own) ? own : nodes.find((each) => each.instance === instance && nodeOnline(each));
  return by && found(by.name, nodeAddress(by));
}

const found = (name: string, href: string | undefined) => (href === undefined ? undefined : { name, href });
