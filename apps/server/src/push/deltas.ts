// The encoding our own client asks for: a snapshot, then deltas, as compressed JSON, made once for all clients.
import { deflateRawSync } from 'node:zlib';
import { diff } from '@belfry/domain/delta/diff';
import type { Delta } from '@belfry/schema/messages/delta';
import type { Snapshot } from '@belfry/schema/messages/snapshot';
import type { State } from '@belfry/schema/state';
import type { Encoding } from './encoding.ts';

const EVERY_MS = 250;

const compressed = (message: Delta | Snapshot): Buffer => deflateRawSync(JSON.stringify(message));

export function createDeltas(initial: State): Encoding {
  let state = initial;
  let revision = 1;
  let snapshot: Buffer | undefined;

  const whole = () => {
    snapshot ??= compressed({ type: 'snapshot', revision, data: state });
    return snapshot;
  };
  return {
    everyMs: EVERY_MS,
    advance(next) {
      const changes = diff(state, next);
      if (!changes) return undefined;
      state = next;
      snapshot = undefined;
      const base = revision++;
      return compressed({ type: 'delta', base, revision, data: changes });
    },
    joined: whole,
    again: whole,
  };
}
