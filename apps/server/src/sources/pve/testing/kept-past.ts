// The kept past of a host that answers every call with the same data.
import { ok } from '@belfry/domain/result';
import { configSchema } from '@belfry/schema/config/node';
import type { Past } from '../../../config/past.ts';
import { fakeClock } from '../../../lib/fake-clock.ts';
import { createDenials } from '../../proxmox-api/denials.ts';
import type { Reader } from '../../proxmox-api/session.ts';
import { noFacts } from '../facts.ts';
import type { PveInstance } from '../instance.ts';
import { createPast } from '../past.ts';
import { parseResources } from '../payloads.ts';

/** The time of its clock. */
export const NOW = Date.parse('2026-12-01T00:00:00Z');

const resources = [
  { type: 'node', node: 'a', status: 'online' },
  { type: 'node', node: 'lost', status: 'offline' },
  { type: 'qemu', vmid: 100, node: 'a', status: 'running' },
  { type: 'lxc', vmid: 101, node: 'a', status: 'stopped' },
  { type: 'qemu', vmid: 102, node: 'lost', status: 'unknown' },
  { type: 'storage', storage: 'local', node: 'a', status: 'available', shared: 0 },
  { type: 'storage', storage: 'nas', node: 'a', status: 'available', shared: 1 },
  { type: 'storage', storage: 'nas', node: 'lost', status: 'unknown', shared: 1 },
];

/** A source whose host answers every call with `data`. */
export function pastWith(data: unknown, version = '9.2', asked: string[] = []): Past {
  const reader: Reader = {
    async get(path) {
      asked.push(path);
      return ok(data);
    },
    origin: () => 'https://a:8006',
  };
  const clock = fakeClock(NOW);
  const config = configSchema('pve').parse({ type: 'pve', name: 'dc', host: 'https://a:8006' });
  const instance: Pick<PveInstance, 'config' | 'place' | 'clock' | 'denials' | 'facts'> & { session: unknown } = {
    config,
    place: { instance: 'dc', host: 'https://a:8006', name: 'dc' },
    clock,
    denials: createDenials(clock),
    session: { read: () => reader },
    facts: { ...noFacts, ...parseResources(resources), version },
  };
  return createPast(instance as PveInstance);
}
