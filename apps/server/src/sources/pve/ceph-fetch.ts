// Reads the status of Ceph: in every run if Ceph is known to exist, and rarely if nothing indicates it.
import type { CephCluster } from '@belfry/schema/entities/ceph-cluster';
import { iso } from '../../lib/clock.ts';
import type { Parts } from '../proxmox-api/parts.ts';
import { cephCluster, cephPools, isCeph, monitorsOf } from './ceph.ts';
import { onlineNodes, type PveInstance } from './instance.ts';

const timeoutMs = 20_000;
const needs = 'Sys.Audit on /';
/** A node without the Ceph programs answers 500. An old release does not have the call and answers 501. */
const NO_CEPH = [500, 501];
/**
 * Without a storage on Ceph, the status is read once in this number of runs, because guests may use Ceph in other ways.
 */
const SELDOM = 15;

/** Stores the status in the facts. Data that cannot be read remains unchanged. */
export function createCephFetch(instance: PveInstance): (parts: Parts) => Promise<void> {
  let runs = 0;
  /** The call for the pools had the name `pools` until release 7. */
  let poolsCall: 'pool' | 'pools' = 'pool';

  async function fetchPools(parts: Parts): Promise<CephCluster['pools'] | undefined> {
    const ask = (node: string) =>
      parts.get('Ceph pools', `/nodes/${encodeURIComponent(node)}/ceph/${poolsCall}`, {
        tolerate: NO_CEPH,
        timeoutMs,
        needs,
      });
    for (const node of onlineNodes(instance).slice(0, 3)) {
      let answer = await ask(node);
      if (!answer.ok && answer.error.status === 501) {
        poolsCall = poolsCall === 'pool' ? 'pools' : 'pool';
        answer = await ask(node);
      }
      if (answer.ok && Array.isArray(answer.value)) return cephPools(answer.value);
    }
    return undefined;
  }

  return async (parts) => {
    const known = instance.facts.ceph;
    const hasStorage = instance.facts.storageConfigs.values().some((storage) => isCeph(storage.type));
    if (!known && !hasStorage && runs++ % SELDOM > 0) return;
    // If nothing indicates Ceph, a refusal is not a gap either.
    const tolerate = known ? [] : hasStorage ? NO_CEPH : [...NO_CEPH, 403];
    const status = await parts.get('Ceph', '/cluster/ceph/status', { tolerate, timeoutMs, needs });
    // Other failures may be temporary.
    const isGone = !status.ok && !hasStorage && /not (installed|initialized)/i.test(status.error.message);
    const ceph = status.ok ? cephCluster(status.value, instance.place.instance, iso(instance.clock.now())) : undefined;
    if (ceph) {
      const pools = (await fetchPools(parts)) ?? known?.pools ?? [];
      instance.facts = {
        ...instance.facts,
        ceph: { ...ceph, pools },
        cephMonitors: monitorsOf(status.ok && status.value),
      };
    } else if (isGone) instance.facts = { ...instance.facts, ceph: undefined, cephMonitors: new Set() };
  };
}
