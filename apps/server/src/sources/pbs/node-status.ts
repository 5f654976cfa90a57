// `GET /nodes/localhost/status` and `/version`: the machine itself.
import { parseFingerprint } from '@belfry/domain/fingerprint';
import { percent, roundTo } from '@belfry/domain/usage';
import type { Machine } from '@belfry/schema/entities/machine';
import { machineOf } from '../proxmox-api/machine.ts';
import { fraction, isRaw, part, type Raw, text, whole } from '../proxmox-api/read.ts';

/**
 * `cpu` in percent (the host reports a fraction), bytes, seconds. Fields that the host does not report are absent.
 * `fingerprint`: of the certificate, as the host reports it.
 */
export interface PbsNodeStatus extends Machine {
  cpu?: number;
  memory?: number;
  memoryUsed?: number;
  memoryTotal?: number;
  uptime?: number;
  fingerprint?: string;
}

export function parseNodeStatus(data: unknown): PbsNodeStatus | undefined {
  if (!isRaw(data)) return undefined;
  const fingerprint = text(part(data.info).fingerprint, 128);
  const cpu = fraction(data.cpu);
  const uptime = whole(data.uptime);
  return {
    ...(cpu !== undefined && { cpu: roundTo(Math.min(cpu, 1) * 100, 1) }),
    ...parseMemory(part(data.memory)),
    ...machineOf(data, data.root),
    ...(uptime !== undefined && { uptime }),
    ...(fingerprint && parseFingerprint(fingerprint) && { fingerprint }),
  };
}

function parseMemory(memory: Raw): Pick<PbsNodeStatus, 'memory' | 'memoryUsed' | 'memoryTotal'> {
  const total = whole(memory.total);
  const free = whole(memory.free);
  if (!total) return {};
  const reported = whole(memory.used) ?? (free === undefined ? undefined : Math.max(total - free, 0));
  if (reported === undefined) return { memoryTotal: total };
  const used = Math.min(reported, total);
  return { memory: percent(used, total), memoryUsed: used, memoryTotal: total };
}

/** `version` has two parts, `release` is the third: `3.2` and `7`. */
export function parseVersion(data: unknown): string | undefined {
  const { version, release } = part(data);
  const name = text(version, 32);
  const patch = text(release, 16);
  return name && patch && /^\d+\.\d+$/.test(name) ? `${name}.${patch}` : name;
}
