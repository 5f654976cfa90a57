// `GET /cluster/config/qdevice`: the quorum device as the daemon of the asked node sees it (pve-cluster, PVE/API2/ClusterConfig.pm).
import type { QuorumDevice } from '@belfry/schema/entities/pve-cluster';
import type { Clock } from '../../lib/clock.ts';
import type { Parts } from '../proxmox-api/parts.ts';
import { isRaw, line } from '../proxmox-api/read.ts';

const PATH = '/cluster/config/qdevice';
/** Older releases do not have the call. */
const UNKNOWN_CALL = [400, 404, 500, 501];
/** A cluster without a device is asked once in this number of runs. */
const SELDOM = 10;
/** A device that is not reported any more was removed, or its daemon has stopped. After this time it counts as removed. */
const GONE_MS = 86_400_000;

/** `null`: there is none. Undefined: not an answer. */
export function quorumDevice(data: unknown): QuorumDevice | null | undefined {
  if (!isRaw(data)) return undefined;
  const state = line(data.State, 64);
  if (state === undefined) return Object.keys(data).length === 0 ? null : undefined;
  const [host, algorithm] = [line(data['QNetd host'], 128), line(data.Algorithm, 64)];
  const lastPoll = line(data['Last poll call'], 64);
  return {
    state,
    // The daemon is connected and still does not vote if the device refuses it: then the last poll was without a vote.
    votes: state === 'Connected' && (lastPoll === undefined || lastPoll.includes('cast vote')),
    ...(host !== undefined && { host }),
    ...(algorithm !== undefined && { algorithm }),
  };
}

/** Returns the device, as far as it is known. */
export function createQuorumDeviceFetch(clock: Clock): (parts: Parts) => Promise<QuorumDevice | undefined> {
  let known: QuorumDevice | undefined;
  let seenAt = Number.NEGATIVE_INFINITY;
  let runs = 0;
  return async (parts) => {
    if (!known && runs++ % SELDOM > 0) return undefined;
    const answer = await parts.get('quorum device', PATH, { tolerate: UNKNOWN_CALL, needs: 'Sys.Audit on /' });
    const device = answer.ok ? quorumDevice(answer.value) : undefined;
    if (device) {
      known = device;
      seenAt = clock.monotonic();
    } else if (device === null && known)
      known = clock.monotonic() - seenAt < GONE_MS ? { ...known, state: 'not running', votes: false } : undefined;
    return known;
  };
}
