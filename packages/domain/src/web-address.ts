// The address of a host's own web interface.

import { WEB_PORTS } from '@belfry/schema/defaults';
import type { Node } from '@belfry/schema/entities/node';

/**
 * From what was configured: a URL, `host`, or `host:port`. https and the kind's usual port where nothing is said.
 * Undefined for what is no web address, such as a script in disguise.
 */
export function webAddress(host: string, kind: keyof typeof WEB_PORTS): string | undefined {
  const text = host.trim();
  const explicit = /^[a-z][a-z\d+.-]*:\/\//i.test(text);
  try {
    const url = new URL(explicit ? text : `https://${text}`);
    if (text === '' || !/^https?:$/.test(url.protocol)) return undefined;
    // URL drops a port that is its scheme's own: only a missing one is replaced
    if (url.port === '' && !/:\d+(\/|$)/.test(text)) url.port = String(WEB_PORTS[kind]);
    url.username = '';
    url.password = '';
    return url.origin;
  } catch {
    return undefined;
  }
}

/** Of a hypervisor node: a member of a cluster has an interface of its own. */
export const nodeAddress = ({ url, host }: Pick<Node, 'url' | 'host'>): string | undefined =>
  webAddress(url ?? host, 'pve');
