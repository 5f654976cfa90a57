// The endpoints of the network scan.
import { getDiscovery, startDiscovery } from '@belfry/schema/http/discovery';
import type { Mount } from '../../http/mount.ts';
import { replyOf } from '../../http/reply-of.ts';
import type { Discovery } from './discovery.ts';

export function discoveryRoutes(mount: Mount, discovery: Discovery): void {
  mount(getDiscovery, () => discovery.view());
  mount(startDiscovery, ({ body }) =>
    body?.use_cache ? discovery.view() : replyOf(discovery.start(body?.subnet || undefined)),
  );
}
