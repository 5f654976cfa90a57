// Observations and entities for tests: the least that is complete.
import { fail, ok } from '@belfry/domain/result';
import { aGuest } from '@belfry/domain/testing/guest';
import { aNode } from '@belfry/domain/testing/node';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Node } from '@belfry/schema/entities/node';
import type { Findings, InstanceIdentity, Observation, Slices, SourceError } from '@belfry/schema/messages/observation';
import type { Moment } from '../../lib/clock.ts';

export const EVERY_MS = 10_000;

export const identity = (name: string): InstanceIdentity => ({
  id: name,
  kind: 'pve',
  name,
  host: `https://${name}:8006`,
});

const usage = { total: 100, used: 40, free: 60, usage: 40 };

export const node = (instance: string, name: string, fields: Partial<Node> = {}): Node =>
  aNode({
    ...{ instance, name, host: `https://${instance}:8006`, isClusterMember: false, clusterName: '' },
    ...{ uptime: 1, cpu: 0.1, memory: usage, disk: usage, ...fields },
  });

export const guest = (instance: string, vmid: number, fields: Partial<Guest> = {}): Guest =>
  aGuest({ instance, vmid, diskRead: null, diskWrite: null, networkIn: null, networkOut: null, ...fields });

/** Both clocks show the same time, as long as the wall clock is not stepped. */
export const moment = (at: number): Moment => ({ at, monotonic: at });

let sequence = 0;

const base = (name: string, at: number) => ({
  epoch: 0,
  run: 'one',
  sequence: ++sequence,
  instance: identity(name),
  poll: 'resources',
  essential: true,
  everyMs: EVERY_MS,
  ...moment(at),
  tookMs: 20,
  calls: { made: 2, failed: 1, tookMs: 20 },
  endpoints: [],
  dropped: 0,
});

/** A good answer of the essential poll. */
export const heard = (name: string, at: number, slices: Slices, more: Partial<Findings> = {}): Observation => ({
  ...base(name, at),
  outcome: ok({ slices, ...more }),
});

/** No answer. */
export const failed = (name: string, at: number, error: Partial<SourceError> = {}): Observation => ({
  ...base(name, at),
  outcome: fail({ kind: 'unreachable', message: 'connection refused', ...error }),
});
