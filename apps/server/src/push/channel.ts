// The clients of one encoding: they join with the whole state and then hear every change, coalesced.
import type { State } from '@belfry/schema/state';
import type { Cancel, Clock } from '../lib/clock.ts';
import type { Encoding, Frame, Whole } from './encoding.ts';

export interface Receiver {
  send(frame: Frame): void;
  /** Bytes accepted by `send` that the network did not take yet. */
  waiting(): number;
}

export interface Channel<R extends Receiver> {
  join(receiver: R): void;
  leave(receiver: R): void;
  again(receiver: R): void;
  archives(receiver: R): void;
  publish(state: State): void;
}

/** A receiver with more than this waiting misses changes, and gets the whole state once it has caught up. */
export const SLOW_BYTES = 4 << 20;

export function createChannel<R extends Receiver>(encoding: Encoding, initial: State, clock: Clock): Channel<R> {
  const receivers = new Set<R>();
  const behind = new Set<R>();
  /** Those to whom the whole state is being sent, with what has come since. */
  const greeting = new Map<R, Frame[]>();
  let latest = initial;
  let sent = initial;
  let pending: Cancel | undefined;

  /** Also what a client gets on top of the whole state: changes wait behind either. */
  const greet = async (receiver: R, whole: Whole) => {
    const since: Frame[] = [];
    greeting.set(receiver, since);
    for (const part of whole) {
      const frame = part instanceof Promise ? await part : part;
      // it left meanwhile, or is greeted anew
      if (greeting.get(receiver) !== since) return;
      receiver.send(frame);
    }
    greeting.delete(receiver);
    for (const frame of since) receiver.send(frame);
  };
  const again = (receiver: R) => {
    if (receiver.waiting() > SLOW_BYTES) behind.add(receiver);
    else {
      behind.delete(receiver);
      void greet(receiver, encoding.again());
    }
  };
  const tell = (receiver: R, frame: Frame) => {
    const since = greeting.get(receiver);
    if (since) since.push(frame);
    else if (behind.has(receiver) || receiver.waiting() > SLOW_BYTES) again(receiver);
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
      receivers.add(receiver);
      void greet(receiver, encoding.joined());
    },
    leave(receiver) {
      receivers.delete(receiver);
      behind.delete(receiver);
      greeting.delete(receiver);
    },
    again,
    // who is behind gets a snapshot, and asks after it
    archives: (receiver) => void (behind.has(receiver) || greet(receiver, encoding.archives())),
    publish(state) {
      latest = state;
      if (latest !== sent && receivers.size > 0) pending ??= clock.after(encoding.everyMs, flush);
    },
  };
}
