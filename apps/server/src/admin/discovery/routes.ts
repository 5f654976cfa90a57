// The endpoints of the network scan.
import { getDiscovery, startDiscovery } from '@belfry/schema/http/discovery';
import type { Mount } from '../../http/mount.ts';
import type { Discovery } from './discovery.ts';

export function discoveryRoutes(mount: Mount, discovery: Discovery): void {
  mount(getDiscovery, () => discovery.view());
  mount(startDiscovery, ({ body }) => {
    if (body?.use_cache) return discovery.view();
    const started = discovery.start(body?.subnet || undefined);
    return started.ok ? started.value : started;
  });
}
