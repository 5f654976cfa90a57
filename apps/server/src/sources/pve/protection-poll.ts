// Every five minutes: replication, only from nodes that replicate something, and the guests without a backup job.
import { fail, ok } from '@belfry/domain/result';
import { createParts, type Parts } from '../proxmox-api/parts.ts';
import { isRaw, whole } from '../proxmox-api/read.ts';
import { TIMEOUT_MS } from '../proxmox-api/session.ts';
import type { Poll } from '../source.ts';
import { isOnline } from './facts.ts';
import type { PveInstance } from './instance.ts';
import { jobsByGuest, replicationJobs, uncovered } from './protection.ts';

/** The statuses of an old version that does not have the call. This is not a gap. */
const NO_CALL = [404, 501];

export function createProtectionPoll(instance: PveInstance): Poll {
  const begin = createParts(instance.clock, instance.denials);

  async function fetchReplication(parts: Parts): Promise<void> {
    const options = { tolerate: NO_CALL, timeoutMs: TIMEOUT_MS.slow };
    const configured = await parts.get('replication', '/cluster/replication', options);
    if (!configured.ok || !Array.isArray(configured.value)) return;
    const copied = new Set(configured.value.filter(isRaw).map((row) => whole(row.guest)));
    const homes = new Set(instance.facts.guests.filter(({ vmid }) => copied.has(vmid)).map(({ node }) => node));
    const answers = await Promise.all(
      [...homes]
        .filter((node) => isOnline(instance.facts, node))
        .map((node) => parts.get('replication', `/nodes/${encodeURIComponent(node)}/replication`, options)),
    );
    const statuses = answers.flatMap((answer) => (answer.ok && Array.isArray(answer.value) ? answer.value : []));
    instance.facts = { ...instance.facts, replication: jobsByGuest(replicationJobs(configured.value, statuses)) };
  }

  async function fetchCoverage(parts: Parts): Promise<void> {
    const path = '/cluster/backup-info/not-backed-up';
    const options = { tolerate: NO_CALL, timeoutMs: TIMEOUT_MS.slow, needs: 'Sys.Audit on /' };
    const asked = instance.facts.guests.map(({ vmid }) => vmid);
    const answer = await parts.get('backup jobs', path, options);
    const without = answer.ok ? uncovered(answer.value) : undefined;
    const coverage = without && new Map(asked.map((vmid) => [vmid, !without.has(vmid)]));
    if (answer.ok || answer.error.kind === 'forbidden') instance.facts = { ...instance.facts, coverage };
  }

  return {
    name: 'protection',
    everyMs: 300_000,
    timeoutMs: 60_000,
    essential: false,
    async run(signal) {
      const parts = begin(instance.session.read(signal, 'protection'));
      await fetchReplication(parts);
      if (instance.config.monitorBackups) await fetchCoverage(parts);
      const trouble = parts.trouble();
      // Guests include it after the next answer of the fast poll.
      return trouble ? fail(trouble) : ok({ slices: {}, gaps: parts.gaps() });
    },
  };
}
