// A service of a machine: a hypervisor, a backup server or a node of a mail gateway.
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Notice, SharedNotice } from '../../engine/notice.ts';
import type { Confirm, Reading, Shared, Verdict } from '../../engine/reading.ts';
import { bad, off, well } from '../verdicts.ts';

/** Services are read every five minutes. A service that is restarted, or a machine that starts, is not yet a fault. */
const STAYS: Confirm = { holdMs: 600_000 };

type Product = 'hypervisor' | 'backup server' | 'gateway';

/** What does not work without these services is critical, and they must run unless they were disabled. */
const core: Readonly<Record<Product, readonly string[]>> = {
  // The rules about figures, the API and high availability name the other daemons. Without this one no job runs.
  hypervisor: ['pvescheduler'],
  'backup server': ['proxmox-backup', 'proxmox-backup-proxy'],
  gateway: ['postfix', 'pmg-smtp-filter', 'pmgpolicy'],
};

/** `state` and `startup` are the words of systemd. */
export interface JudgedService {
  id: string;
  description: string;
  state: string;
  startup?: string | undefined;
}

/** A unit that is switched off on purpose, or is not installed. */
const ABSENT = new Set(['disabled', 'masked', 'not-found']);

/**
 * A unit that failed is always named. One that is dead may be off on purpose, unless systemd starts it or the machine exists for it. On a
 * hypervisor several are dead as they should be: corosync without a cluster, ksmtuned in a container.
 */
function verdictOf({ id, state, startup }: JudgedService, product: Product): Verdict {
  const isCore = core[product].includes(id);
  if (state === 'failed') return bad(isCore ? 'critical' : 'warning');
  if (startup !== undefined && ABSENT.has(startup)) return off;
  if (state !== 'dead' || !(isCore || (startup === 'enabled' && product !== 'hypervisor'))) return well;
  return bad(isCore ? 'critical' : 'warning');
}

/** `owner`: what the ids begin with. `name`: of the machine, for people. */
export const serviceReadings = (
  services: readonly JudgedService[],
  { owner, name, product }: { owner: string; name: Sentence; product: Product },
  shared: Shared,
): Reading[] =>
  services.map((service) => ({
    ...shared,
    id: `${servicePrefix(owner)}${service.id}`,
    type: 'service-failed',
    verdict: verdictOf(service, product),
    confirm: STAYS,
    message: () => messageOf(service, name),
    metadata: { service: service.id, state: service.state },
  }));

function messageOf({ id, description, state }: JudgedService, machine: Sentence): Sentence {
  const values = { machine, service: id, description };
  return state === 'failed'
    ? { id: 'service.failed', values }
    : { id: 'service.notRunning', values: { ...values, state } };
}

export const servicePrefix = (owner: string): string => `service-failed-${owner}-`;

export const serviceNotice = (shared: SharedNotice): Notice => ({
  ...shared,
  type: 'service-failed',
  fact: 'A service has failed, or is dead although the machine needs it',
  after: STAYS,
});
