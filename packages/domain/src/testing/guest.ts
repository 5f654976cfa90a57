// A guest for tests: the caller gives only the fields that matter.
import type { Guest } from '@belfry/schema/entities/guest';
import { eachFigure, fieldFigures } from '@belfry/schema/figures';
import { guestId } from '../ids.ts';

const GB = 1024 ** 3;

export function aGuest(fields: Partial<Guest> = {}): Guest {
  const { instance = 'dc', vmid = 100 } = fields;
  return {
    id: guestId(instance, vmid),
    vmid,
    name: `guest-${vmid}`,
    instance,
    node: 'pve1',
    type: 'qemu',
    status: 'running',
    uptime: 86_400,
    cpu: 0.25,
    cpus: 2,
    memory: { total: 8 * GB, used: 4 * GB, free: 4 * GB, usage: 50 },
    disk: { total: 32 * GB, used: 8 * GB, free: 24 * GB, usage: 25 },
    ...eachFigure(fieldFigures, () => 0),
    tags: [],
    template: false,
    ...fields,
  };
}
