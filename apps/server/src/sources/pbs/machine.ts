// `GET /nodes/localhost/status`: the machine, beside the figures that every screen shows.
import { roundTo } from '@belfry/domain/usage';
import type { PbsMachine } from '@belfry/schema/entities/pbs-details';
import { amount, fraction, part, text, whole } from '../proxmox-api/read.ts';

export function parseMachine(data: unknown): PbsMachine {
  const status = part(data);
  const ioWait = fraction(status.wait);
  const load = Array.isArray(status.loadavg) ? status.loadavg.slice(0, 3).flatMap((value) => amount(value) ?? []) : [];
  const root = spaceOf(status.root);
  const swap = spaceOf(status.swap);
  const kernel = kernelOf(status['current-kernel']) ?? kernelOf(status.kversion);
  const cpuModel = text(part(status.cpuinfo).model, 128);
  const cpus = whole(part(status.cpuinfo).cpus);
  return {
    ...(load.length === 3 && { load: load.map((value) => roundTo(value, 2)) }),
    ...(ioWait !== undefined && { ioWait: roundTo(Math.min(ioWait, 1) * 100, 1) }),
    ...(root && { root }),
    ...(swap && { swap }),
    ...(kernel !== undefined && { kernel }),
    ...(cpuModel !== undefined && { cpuModel }),
    ...(cpus && { cpus }),
  };
}

/** Undefined when there is none, such as swap on a machine without it. */
function spaceOf(value: unknown): { used: number; total: number } | undefined {
  const space = part(value);
  const total = whole(space.total);
  const used = whole(space.used);
  return total && used !== undefined ? { used, total } : undefined;
}

/** An object since 3.0, before that only a text such as `Linux 5.15.108-1-pve #1 SMP …`. */
const kernelOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? text(value.split(' ')[1], 64) : text(part(value).release, 64);
