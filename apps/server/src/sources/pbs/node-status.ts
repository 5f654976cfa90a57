// `GET /nodes/localhost/status` and `/version`: the machine itself.
import { percent, roundTo } from '@belfry/domain/usage';
import { isRaw, part, text } from '../proxmox-api/read.ts';
import type { Tally } from '../proxmox-api/tally.ts';

/** `cpu` percent (the host says a fraction), bytes, seconds. `fingerprint` of the certificate, as the host says. */
export interface NodeStatus {
  cpu: number;
  memory: number;
  memoryUsed: number;
  memoryTotal: number;
  uptime: number;
  fingerprint: string | undefined;
}

const FINGERPRINT = /^(?:[0-9a-f]{2}:){31}[0-9a-f]{2}$/i;

export function parseNodeStatus(data: unknown, tally: Tally): NodeStatus | undefined {
  if (!isRaw(data)) return undefined;
  const memory = part(data.memory);
  const fingerprint = text(part(data.info).fingerprint, 128);
  const total = tally.whole(memory.total) ?? 0;
  const used = Math.min(tally.whole(memory.used) ?? total - Math.min(tally.whole(memory.free) ?? total, total), total);
  return {
    cpu: roundTo((tally.fraction(data.cpu) ?? 0) * 100, 1),
    memory: percent(used, total),
    memoryUsed: used,
    memoryTotal: total,
    uptime: tally.whole(data.uptime) ?? 0,
    fingerprint: fingerprint && FINGERPRINT.test(fingerprint) ? fingerprint : undefined,
  };
}

/** `version` has two parts, `release` is the third: `3.2` and `7`. */
export function parseVersion(data: unknown): string | undefined {
  const { version, release } = part(data);
  const name = text(version, 32);
  const patch = text(release, 16);
  return name && patch && /^\d+\.\d+$/.test(name) ? `${name}.${patch}` : name;
}
