// The clients of one encoding: they join with the whole state and then hear every change, coalesced.
import type { State } from '@belfry/schema/state';
import type { Cancel, Clock } from '../lib/clock.ts';
import type { Encoding, Frame } from './encoding.ts';

export interface Receiver {
  send(frame: Frame): void;
  /** Bytes accepted by `send` that the network did not take yet. */
  waiting(): number;
}

export interface Channel<R extends Receiver> {
  join(receiver: R): void;
  leave(receiver: R): void;
  again(receiver: R): void;
  publish(state: State): void;
}

/** A receiver with more than this waiting misses changes, and gets the whole state once it has caught up. */
export const SLOW_BYTES = 1 << 20;

export function createChannel<R extends Receiver>(encoding: Encoding, initial: State, clock: Clock): Channel<R> {
  const receivers = new Set<R>();
  const behind = new Set<R>();
  let latest = initial;
  let sent = initial;
  let pending: Cancel | undefined;

  const again = (receiver: R) => {
    if (receiver.waiting() > SLOW_BYTES) behind.add(receiver);
    else {
      behind.delete(receiver);
      for (const frame of encoding.again()) receiver.send(frame);
    }
  };
  const tell = (receiver: R, frame: Frame) => {
    if (behind.has(receiver) || receiver.waiting() > SLOW_BYTES) again(receiver);
    else receiver.send(frame);
  };
  const flush = () => {
    pending?.();
    pending = undefined;
    sent = latest;
    const frame = encoding.advance(latest);
    if (frame !== undefined) for (const receiver of receivers) tell(receiver, frame);
  };

  return {
    join(receiver) {
      if (receivers.size === 0 && sent !== latest) flush();
      for (const frame of encoding.joined()) receiver.send(frame);
      receivers.add(receiver);
    },
    leave(receiver) {
      receivers.delete(receiver);
      behind.delete(receiver);
    },
    again,
    publish(state) {
      latest = state;
      if (latest !== sent && receivers.size > 0) pending ??= clock.after(encoding.everyMs, flush);
    },
  };
}
