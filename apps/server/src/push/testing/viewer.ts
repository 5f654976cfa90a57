// Clients of a channel that may have a view, for tests. Each keeps its own copy of the state.
import { inflateRawSync } from 'node:zlib';
import { emptyState } from '@belfry/domain/delta/empty-state';
import { patch } from '@belfry/domain/delta/patch';
import { byId } from '@belfry/domain/ids';
import { aGuest } from '@belfry/domain/testing/guest';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Delta } from '@belfry/schema/messages/delta';
import type { Snapshot } from '@belfry/schema/messages/snapshot';
import type { Viewed } from '@belfry/schema/messages/view';
import type { State } from '@belfry/schema/state';
import { expect } from 'vitest';
import type { FakeClock } from '../../lib/fake-clock.ts';
import { createChannel } from '../channel.ts';
import { createDeltas } from '../deltas.ts';
import type { Encoding, Frame } from '../encoding.ts';

export type Told = Snapshot | Delta | Viewed;

/** A client of the channel with its own copy of the state. `view` is what it was told that it has. */
export function viewer(states = new Map<number, State>()) {
  const frames: Frame[] = [];
  let taken = 0;
  let waiting = 0;
  let failed = false;
  const own = { state: emptyState as State, revision: 0, view: 'all' as 'all' | readonly string[] };
  const take = (told: Told) => {
    if (told.type === 'snapshot')
      Object.assign(own, { state: { ...emptyState, ...told.data }, revision: told.revision });
    else if (told.type === 'viewed') {
      if (told.revision === own.revision) own.state = patch(own.state, told.data.changes);
      else expect(told.data.changes).toEqual({ lastUpdate: expect.any(Number) });
      own.view = told.data.instances;
    } else {
      expect(told.base).toBe(own.revision);
      Object.assign(own, { state: patch(own.state, told.data), revision: told.revision });
    }
  };
  return {
    ...{ own, frames },
    send: (frame: Frame) => void frames.push(frame),
    waiting: () => waiting,
    clog: (bytes: number) => {
      waiting = bytes;
    },
    fail() {
      failed = true;
    },
    failed: () => failed,
    /** Takes the frames that have come, and calls `each` after each of them. */
    read(each: () => void = () => {}): Told[] {
      const read = frames.slice(taken).map(toldIn);
      taken = frames.length;
      for (const told of read) {
        take(told);
        states.set(own.revision, own.state);
        each();
      }
      return read;
    },
  };
}
export type Viewer = ReturnType<typeof viewer>;

export const toldIn = ({ buffers }: Frame): Told => JSON.parse(String(inflateRawSync(Buffer.concat(buffers)))) as Told;

export const stateOf = (guests: readonly Guest[], lastUpdate: number): State => ({
  ...emptyState,
  vms: guests.filter(({ type }) => type === 'qemu').sort(byId),
  containers: guests.filter(({ type }) => type === 'lxc').sort(byId),
  lastUpdate,
});

/** With `count` guests in each of these instances. */
export const estate = (
  instances: readonly string[],
  count: number,
  lastUpdate: number,
  fields: Partial<Guest> = {},
): State =>
  stateOf(
    instances.flatMap((instance) => Array.from({ length: count }, (_, vmid) => aGuest({ instance, vmid, ...fields }))),
    lastUpdate,
  );

export function channelOf(initial: State, clock: FakeClock, encoding: Encoding = createDeltas(initial, clock)) {
  const defects: unknown[] = [];
  const channel = createChannel<Viewer>(encoding, { initial, clock, onDefect: (error) => defects.push(error) });
  return { channel, defects };
}
/** Compressing the full state is asynchronous. */
export const loaded = (each: Viewer) => expect.poll(() => each.frames.length, { interval: 1 }).toBeGreaterThan(0);
