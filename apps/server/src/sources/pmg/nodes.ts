// `GET /config/cluster/status`: the gateways of a cluster from the view of one of them, or the single gateway.
import { roundTo } from '@belfry/domain/usage';
import type { Machine } from '@belfry/schema/entities/machine';
import type { PmgNode } from '@belfry/schema/entities/pmg';
import { machineOf } from '../proxmox-api/machine.ts';
import { amount, flag, fraction, line, listOf, part, type Raw, text, whole } from '../proxmox-api/read.ts';

/**
 * `error` is the reason why the other gateways cannot reach it. It then has no figures. `uptime` seconds, `load` of 1,
 * 5 and 15 minutes.
 */
export interface NodeRow {
  name: string;
  role: string | undefined;
  error: string | undefined;
  uptime: number | undefined;
  load: readonly number[];
  version: string | undefined;
  inSync?: boolean;
  figures: NodeFigures;
}

/** Percent, bytes. What the gateway does not report is absent. */
type NodeFigures = Pick<PmgNode, 'cpu' | 'memoryUsed' | 'memoryTotal' | keyof Omit<Machine, 'load'>>;

export const parseNodes = (data: unknown): NodeRow[] | undefined =>
  listOf(data, (row) => {
    const name = text(row.name);
    if (!name) return undefined;
    return {
      name,
      role: text(row.type, 32),
      error: line(row.conn_error, 500),
      ...(row.insync !== undefined && row.insync !== null && { inSync: flag(row.insync) }),
      uptime: whole(row.uptime),
      load: Array.isArray(row.loadavg) ? row.loadavg.slice(0, 3).map((value) => amount(value) ?? 0) : [],
      // `pmg-api/9.1.2/42245585286a`
      version: text(row.pmgversion)?.split('/')[1],
      figures: figuresOf(row),
    };
  });

function figuresOf(row: Raw): NodeFigures {
  const cpu = fraction(row.cpu);
  const { used, total } = part(row.memory);
  const [memoryUsed, memoryTotal] = [whole(used), whole(total)];
  const { load: _, ...machine } = machineOf(row, row.rootfs);
  return {
    ...(cpu !== undefined && { cpu: roundTo(Math.min(cpu, 1) * 100, 1) }),
    ...(memoryUsed !== undefined && memoryTotal && { memoryUsed: Math.min(memoryUsed, memoryTotal), memoryTotal }),
    ...machine,
  };
}

/** `GET /nodes`: only names. It is used for a gateway that does not list itself as a cluster with one member. */
export const parseNames = (data: unknown): NodeRow[] | undefined =>
  listOf(data, (row) => {
    const name = text(row.node);
    return name
      ? { name, role: '-', error: undefined, uptime: undefined, load: [], version: undefined, figures: {} }
      : undefined;
  });

/** `GET /version`: here `version` is the complete version, and `release` is its first parts. */
export const parseVersion = (data: unknown): string | undefined => {
  const { version, release } = part(data);
  return text(version, 32) ?? text(release, 32);
};
