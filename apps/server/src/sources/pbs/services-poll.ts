// Every five minutes: the services of the machine.
import { ok } from '@belfry/domain/result';
import { badPayload } from '../proxmox-api/failure.ts';
import { createParts } from '../proxmox-api/parts.ts';
import { parseServices } from '../proxmox-api/services.ts';
import type { Poll } from '../source.ts';
import { type BackupServer, composeInstance } from './server.ts';

const PATH = '/nodes/localhost/services';

export function createServicesPoll(server: BackupServer): Poll {
  const begin = createParts(server.clock);
  return {
    name: 'services',
    everyMs: 300_000,
    timeoutMs: 60_000,
    essential: false,
    async run(signal) {
      const parts = begin(server.session.read(signal, 'services'));
      const answer = await parts.get('services', PATH, { needs: 'Sys.Audit on /system/services' });
      const services = answer.ok ? parseServices(answer.value) : undefined;
      if (answer.ok && !services) parts.miss('services', badPayload(`GET ${PATH}`, 'expected a list of services.'));
      if (services) server.facts = { ...server.facts, services };
      return ok({ slices: composeInstance(server), gaps: parts.gaps() });
    },
  };
}
