// The kept past of a backup server that answers every call with the same data.
import { ok } from '@belfry/domain/result';
import { configSchema } from '@belfry/schema/config/node';
import type { Past } from '../../../config/past.ts';
import { fakeClock } from '../../../lib/fake-clock.ts';
import type { Reader } from '../../proxmox-api/session.ts';
import { noFacts } from '../facts.ts';
import { createPast } from '../past.ts';

export function keptPastOf(data: unknown): Past {
  const reader: Reader = { get: async () => ok(data), origin: () => 'https://b:8007' };
  const config = configSchema('pbs').parse({ type: 'pbs', name: 'b', host: 'https://b:8007' });
  return createPast({
    config: { ...config, id: 'pbs-b' },
    session: { read: () => reader, rights: '' },
    clock: fakeClock(Date.parse('2026-12-01T00:00:00Z')),
    facts: { ...noFacts, datastores: [{ name: 'main', isMounted: true }] },
  });
}
