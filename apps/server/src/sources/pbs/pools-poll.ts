// Every ten minutes: the ZFS pools of the machine. The list has their state, and one more call for each pool has its devices and
// errors.
import { ok } from '@belfry/domain/result';
import type { ZfsPool } from '@belfry/schema/entities/storage';
import { badPayload } from '../proxmox-api/failure.ts';
import { createParts, type Parts } from '../proxmox-api/parts.ts';
import { rows, text } from '../proxmox-api/read.ts';
import { TIMEOUT_MS } from '../proxmox-api/session.ts';
import { zfsPool } from '../proxmox-api/zfs.ts';
import type { Poll } from '../source.ts';
import { type BackupServer, composeInstance } from './server.ts';

const PATH = '/nodes/localhost/disks/zfs';
const PART = 'ZFS pools';
const options = { timeoutMs: TIMEOUT_MS.slow, needs: 'Sys.Audit on /system/disks' };
/** In one run, so that many pools do not cost more calls: the others keep what was read before. */
const MAX_DETAILS = 3;
/** This version has no such call, or the machine has no ZFS. */
const NONE = [400, 404, 500, 501];

export function createPoolsPoll(server: BackupServer): Poll {
  const begin = createParts(server.clock);
  /** When the devices of each pool were read, on the monotonic clock. */
  let readAt: ReadonlyMap<string, number> = new Map();

  async function fetchPool(parts: Parts, listed: unknown, name: string, isDue: boolean): Promise<ZfsPool> {
    const before = server.facts.pools?.find((pool) => pool.name === name);
    const answer = isDue
      ? await parts.get(PART, `${PATH}/${encodeURIComponent(name)}`, { ...options, tolerate: NONE })
      : undefined;
    const found = zfsPool(listed, answer?.ok ? answer.value : undefined);
    if (answer?.ok) readAt = new Map(readAt).set(name, server.clock.monotonic());
    // The list has neither devices nor errors.
    return answer?.ok || !before ? found : { ...before, state: found.state };
  }

  async function fetchPools(parts: Parts): Promise<readonly ZfsPool[] | undefined> {
    const answer = await parts.get(PART, PATH, { ...options, tolerate: NONE });
    if (!answer.ok) return undefined;
    if (!Array.isArray(answer.value)) parts.miss(PART, badPayload(`GET ${PATH}`, 'expected a list of pools.'));
    if (!Array.isArray(answer.value)) return undefined;
    const listed = rows(answer.value).flatMap((row) => {
      const name = text(row.name);
      return name === undefined ? [] : [{ row, name, isWell: row.health === 'ONLINE' }];
    });
    const oldestFirst = listed.toSorted(
      (a, b) => Number(a.isWell) - Number(b.isWell) || (readAt.get(a.name) ?? -1) - (readAt.get(b.name) ?? -1),
    );
    const due = new Set(oldestFirst.slice(0, MAX_DETAILS).map(({ name }) => name));
    readAt = new Map([...readAt].filter(([name]) => listed.some((pool) => pool.name === name)));
    return Promise.all(listed.map(({ row, name }) => fetchPool(parts, row, name, due.has(name))));
  }

  return {
    name: 'pools',
    everyMs: 600_000,
    timeoutMs: 120_000,
    essential: false,
    async run(signal) {
      const parts = begin(server.session.read(signal, 'pools'));
      const pools = await fetchPools(parts);
      if (pools) server.facts = { ...server.facts, pools };
      return ok({ slices: composeInstance(server), gaps: parts.gaps() });
    },
  };
}
