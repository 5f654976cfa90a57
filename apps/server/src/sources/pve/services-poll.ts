// The services of nodes: every five minutes. A daemon that is dead fails nothing: without pvescheduler no backup and no replication runs.
import { ok } from '@belfry/domain/result';
import { badPayload } from '../proxmox-api/failure.ts';
import { createParts, type Parts } from '../proxmox-api/parts.ts';
import { parseServices } from '../proxmox-api/services.ts';
import type { Poll } from '../source.ts';
import { compose, type PveInstance } from './instance.ts';
import { createNodeTurns } from './node-turns.ts';

const PART = 'services';

export function createServicesPoll(instance: PveInstance): Poll {
  const begin = createParts(instance.clock, instance.denials);
  const askNodes = createNodeTurns(instance);

  async function fetchNode(parts: Parts, node: string): Promise<boolean> {
    const path = `/nodes/${encodeURIComponent(node)}/services`;
    const answer = await parts.get(PART, path, { needs: `Sys.Audit on /nodes/${node}` });
    if (!answer.ok) return false;
    const services = parseServices(answer.value);
    if (!services) {
      parts.miss(PART, badPayload(`GET ${path}`, 'expected a list of services.'));
      return false;
    }
    instance.facts = { ...instance.facts, services: new Map(instance.facts.services).set(node, services) };
    return true;
  }

  return {
    name: 'services',
    everyMs: 300_000,
    timeoutMs: 60_000,
    essential: false,
    async run(signal) {
      const parts = begin(instance.session.read(signal, 'services'));
      await askNodes((node) => fetchNode(parts, node));
      return ok({
        slices: instance.facts.nodes.length > 0 ? { nodes: compose.nodes(instance) } : {},
        gaps: parts.gaps(),
      });
    },
  };
}
