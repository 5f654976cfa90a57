// Every five minutes, once the nodes are known: the services of every node of the gateway.
import { ok } from '@belfry/domain/result';
import type { Service } from '@belfry/schema/entities/service';
import { badPayload } from '../proxmox-api/failure.ts';
import { createParts } from '../proxmox-api/parts.ts';
import { parseServices } from '../proxmox-api/services.ts';
import type { Poll } from '../source.ts';
import { type Gateway, learn } from './gateway.ts';

/** A little less than five intervals, so that no run comes slightly too early. */
const SERVICES_EVERY_MS = 295_000;

/** The statuses of a version that does not have the call. */
const NO_CALL = [404, 501];

export function createServicesPoll(gateway: Gateway): Poll {
  const begin = createParts(gateway.clock);
  /** On the monotonic clock. */
  let nextAt = Number.NEGATIVE_INFINITY;
  return {
    name: 'services',
    everyMs: 60_000,
    timeoutMs: 60_000,
    essential: false,
    async run(signal) {
      const now = gateway.clock.monotonic();
      if (!gateway.facts.nodes || now < nextAt) return ok({ slices: {} });
      nextAt = now + SERVICES_EVERY_MS;
      const parts = begin(gateway.session.read(signal, 'services'));
      const { nodes } = gateway.facts;
      const found = await Promise.all(
        nodes
          .filter(({ error }) => error === undefined)
          .map(async ({ name }): Promise<[string, readonly Service[]][]> => {
            const part = `services of ${name}`;
            const path = `/nodes/${encodeURIComponent(name)}/services`;
            const answer = await parts.get(part, path, { tolerate: NO_CALL, needs: 'the role Auditor' });
            const services = answer.ok ? parseServices(answer.value) : undefined;
            if (answer.ok && !services) parts.miss(part, badPayload(`GET ${path}`, 'expected a list of services.'));
            return services ? [[name, services]] : [];
          }),
      );
      const kept = [...gateway.facts.services].filter(([name]) => nodes.some((node) => node.name === name));
      return ok({ slices: learn(gateway, { services: new Map([...kept, ...found.flat()]) }), gaps: parts.gaps() });
    },
  };
}
