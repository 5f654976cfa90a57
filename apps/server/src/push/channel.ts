// The clients of one encoding. Each gets the full state, then every change; changes that come quickly are combined. An
// announcement is sent after the state that it belongs to.
import type { State } from '@belfry/schema/state';
import type { Clock } from '../lib/clock.ts';
import type { OnDefect } from '../lib/defects.ts';
import { type Announced, type Announcements, createAnnouncements } from './announcements.ts';
import type { Change, Encoding, Frame } from './encoding.ts';
import { createViews } from './views.ts';

export interface Receiver {
  send(frame: Frame): void;
  /** Bytes that `send` accepted and that are not sent yet. */
  waiting(): number;
  /** Closes the client, because its next message cannot be created. */
  fail(): void;
}

export interface Channel<R extends Receiver> {
  join(receiver: R): void;
  leave(receiver: R): void;
  resync(receiver: R): void;
  archives(receiver: R): void;
  /** The receiver shows only guests of these instances. Nothing happens where the encoding has no views. */
  view(receiver: R, instances: 'all' | readonly string[]): void;
  publish(state: State): void;
  /** Sent after all states that were published before. A client that is behind gets it after its next full state. */
  announce(announced: Announced): void;
}

export interface ChannelOptions {
  initial: State;
  clock: Clock;
  onDefect: OnDefect;
}

/** A receiver with more waiting bytes gets no changes, and gets the full state after it has read them. */
export const SLOW_BYTES = 4 << 20;
/** How often receivers that are behind are checked. */
const CHECK_MS = 1000;
/** To write a change may take this share of the time: with 100,000 guests a change of the plain state takes seconds. */
const MAX_SHARE = 1 / 4;

export function createChannel<R extends Receiver>(
  encoding: Encoding,
  { initial, clock, onDefect }: ChannelOptions,
): Channel<R> {
  const receivers = new Set<R>();
  /** Receivers that asked for the archives. */
  const readers = new Set<R>();
  /** Receivers that missed changes. */
  const behind = new Set<R>();
  /** Receivers to which the full state is being sent, with the changes that came since. */
  const loading = new Map<R, Frame[]>();
  /** Receivers that asked for the archives while the full state was being sent. They get them after it. */
  const next = new Set<R>();
  /** Announcements since the last change was sent. They are sent after the next one. */
  const announced = createAnnouncements();
  /** Announcements that receivers get after the full state. */
  const owed = new Map<R, Announcements>();
  let latest = initial;
  let sent = initial;
  let pending = false;
  let checking = false;
  let everyMs = encoding.everyMs;

  /** Sends the full state, or the archives. Changes and announcements wait until it is sent. */
  const load = async (receiver: R, what: 'initial' | 'resync' | 'archives') => {
    const since: Frame[] = [];
    loading.set(receiver, since);
    try {
      const frames = encoding[what]();
      // an answer that waited for an earlier load is not sent
      const again = views?.again(receiver);
      for (const part of again ? [...frames, again] : frames) {
        const frame = part instanceof Promise ? await part : part;
        // Meanwhile it left or asked again.
        if (loading.get(receiver) !== since) return;
        if (frame) receiver.send(frame);
      }
    } catch (error) {
      onDefect(error, 'the encoding of the state');
      if (loading.get(receiver) === since) receiver.fail();
      return;
    }
    loading.delete(receiver);
    for (const frame of since) receiver.send(frame);
    const missed = owed.get(receiver)?.take() ?? [];
    owed.delete(receiver);
    for (const { frame } of missed) receiver.send(frame);
    if (next.delete(receiver)) await load(receiver, 'archives');
  };
  const check = () => {
    checking = false;
    for (const receiver of behind) resync(receiver);
  };
  /** A slow receiver is checked again later, so that it gets the full state also if nothing changes any more. */
  const isSlow = (receiver: R): boolean => {
    if (receiver.waiting() <= SLOW_BYTES) return false;
    behind.add(receiver);
    if (!checking) clock.after(CHECK_MS, check);
    checking = true;
    return true;
  };
  const resync = (receiver: R) => {
    if (isSlow(receiver)) return;
    behind.delete(receiver);
    void load(receiver, 'resync');
  };
  /** A receiver that throws is closed, because it may have missed something. The others go on. */
  const alone = (receiver: R, run: () => void) => {
    try {
      run();
    } catch (error) {
      onDefect(error, 'a connection of a browser');
      receiver.fail();
    }
  };
  const deliver = (receiver: R, frame: Frame) => {
    const since = loading.get(receiver);
    if (since) since.push(frame);
    else if (behind.has(receiver)) resync(receiver);
    else if (!isSlow(receiver)) receiver.send(frame);
  };
  const views =
    encoding.viewed &&
    createViews<R>({
      ...{ clock, viewed: encoding.viewed, deliver, alone },
      isReady: (receiver) => !behind.has(receiver) && !isSlow(receiver),
    });
  const deliverAnnounced = () => {
    for (const each of announced.take()) {
      for (const receiver of receivers)
        alone(receiver, () => {
          if (loading.has(receiver) || behind.has(receiver) || isSlow(receiver)) owe(receiver, each);
          else receiver.send(each.frame);
        });
    }
  };
  const owe = (receiver: R, each: Announced) => {
    const own = owed.get(receiver) ?? createAnnouncements();
    owed.set(receiver, own);
    own.add(each);
  };
  const advance = (): Change => {
    sent = latest;
    try {
      return encoding.advance(latest, views?.shownBy(receivers));
    } catch (error) {
      onDefect(error, 'the encoding of a change');
      return 'full';
    }
  };
  const deliverChange = (change: Change) => {
    if (change === undefined) return;
    for (const receiver of receivers)
      alone(receiver, () => {
        if (change === 'full') return resync(receiver);
        deliver(receiver, change.frame(views?.of(receiver)));
        if (change.archives && readers.has(receiver)) deliver(receiver, change.archives());
      });
  };
  const flush = () => {
    pending = false;
    const began = clock.monotonic();
    if (receivers.size > 0) deliverChange(advance());
    deliverAnnounced();
    everyMs = Math.max(encoding.everyMs, (clock.monotonic() - began) / MAX_SHARE);
  };

  return {
    join(receiver) {
      if (receivers.size === 0 && sent !== latest) advance();
      receivers.add(receiver);
      void load(receiver, 'initial');
    },
    leave(receiver) {
      receivers.delete(receiver);
      readers.delete(receiver);
      behind.delete(receiver);
      loading.delete(receiver);
      owed.delete(receiver);
      next.delete(receiver);
      views?.leave(receiver);
    },
    resync,
    archives(receiver) {
      readers.add(receiver);
      // A receiver that is behind gets the full state and then asks for the archives.
      if (behind.has(receiver) || isSlow(receiver)) return;
      if (loading.has(receiver)) next.add(receiver);
      else void load(receiver, 'archives');
    },
    view: (receiver, instances) => views?.want(receiver, instances),
    publish(state) {
      latest = state;
      if (latest === sent || receivers.size === 0 || pending) return;
      pending = true;
      clock.after(everyMs, flush);
    },
    announce(each) {
      if (receivers.size === 0) return;
      announced.add(each);
      if (!pending) deliverAnnounced();
    },
  };
}
