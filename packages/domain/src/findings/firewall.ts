// The firewall of Proxmox VE: on or off for the cluster, its nodes and its guests. Without that of the cluster no other one is in force.
import type { Settings } from '../journal/settings.ts';
import { type Found, found } from './found.ts';

/** What `enable` is where the host leaves it out. */
const DEFAULTS = { instance: false, node: true, guest: false } as const;

/** Undefined: it has not been read. */
export function isFirewallOn(kind: keyof typeof DEFAULTS, options: Settings | undefined): boolean | undefined {
  if (!options) return undefined;
  const { enable } = options;
  return enable === undefined ? DEFAULTS[kind] : enable === '1' || enable === 'true';
}

/** The network cards without the firewall. `config`: of a guest. */
export const openCards = (config: Settings): string[] =>
  [...new Set(Object.keys(config).flatMap((field) => /^(net\d+)\./.exec(field)?.[1] ?? []))].filter(
    (card) => config[`${card}.firewall`] !== '1',
  );

interface Neighbours {
  /** Of the cluster. Undefined: unknown. */
  ofCluster: boolean | undefined;
  /** Of the others of its kind. What is unknown is left out. */
  others: readonly boolean[];
}

const FEW = 2;

/** Of a node or a guest. */
export function firewallFinding(
  name: string,
  isOn: boolean,
  { ofCluster, others, cards }: Neighbours & { cards: readonly string[] },
): Found {
  const on = others.filter(Boolean).length;
  if (isOn && ofCluster === false) return found('note', { id: 'finding.firewall.notInForce', values: { name } });
  if (isOn && cards.length > 0) return found('note', { id: 'finding.firewall.cards', values: { name, cards } });
  if (isOn)
    return ofCluster
      ? found('well', { id: 'finding.firewall.on', values: { name } })
      : found('unknown', { id: 'finding.firewall.onPerhaps', values: { name } });
  if (others.length >= FEW && on * 2 > others.length && ofCluster !== false)
    return found('note', { id: 'finding.firewall.off', values: { name, on, all: others.length } });
  return found('well', { id: 'finding.firewall.offAlike', values: { name } });
}

/** Of the cluster. `others`: of its nodes and guests. */
export function clusterFirewallFinding(isOn: boolean, others: readonly boolean[]): Found {
  if (isOn) return found('well', { id: 'finding.firewall.clusterOn' });
  const on = others.filter(Boolean).length;
  return on > 0
    ? found('note', { id: 'finding.firewall.clusterOff', values: { on } })
    : found('well', { id: 'finding.firewall.allOff' });
}
