// The views of the clients of one channel: which instances each of them shows. A view that grows does so in steps, because the readings of
// many guests cannot be written at once, and a client that changes its view often waits.
import type { Cancel, Clock } from '../lib/clock.ts';
import type { Encoding, Frame, View } from './encoding.ts';

/** Each view is written on its own with every change, so clients beyond these get everything. */
export const MAX_VIEWS = 64;
const STEP_MS = 50;
/** The least time between two changes of a view, and more for each guest that came into view. */
const REST_MS = 250;
const REST_PER_GUEST_MS = 0.03;
/** How often a client that reads too slowly is asked again. */
const BUSY_MS = 1000;

/** `view` is what the client has, `target` what it asked for. Undefined: everything. */
interface Own {
  view: View | undefined;
  target: View | undefined;
  guests: number;
  restsUntil: number;
  waiting?: Cancel | undefined;
}

export interface ViewsDeps<R> {
  clock: Clock;
  viewed: NonNullable<Encoding['viewed']>;
  /** Whether the client has read what was sent. */
  isReady(receiver: R): boolean;
  deliver(receiver: R, frame: Frame): void;
  /** Runs what concerns one client. If it throws, that client alone is closed. */
  alone(receiver: R, run: () => void): void;
}

export function createViews<R>({ clock, viewed, isReady, deliver, alone }: ViewsDeps<R>) {
  const all = new Map<R, Own>();
  const shared = new Map<string, View>();

  /** The same object for the same instances. Undefined for everything, also when there are too many views. */
  const viewOf = (instances: 'all' | readonly string[]): View | undefined => {
    if (instances === 'all') return undefined;
    const sorted = [...new Set(instances)].sort();
    const key = JSON.stringify(sorted);
    const known = shared.get(key);
    if (known) return known;
    if (shared.size >= MAX_VIEWS) {
      const used = new Set([...all.values()].flatMap(({ view, target }) => [view, target]));
      for (const [name, view] of shared) if (!used.has(view)) shared.delete(name);
    }
    if (shared.size >= MAX_VIEWS) return undefined;
    const made: View = new Set(sorted);
    shared.set(key, made);
    return made;
  };
  const wait = (receiver: R, own: Own, ms: number) => {
    own.waiting = clock.after(ms, () => {
      own.waiting = undefined;
      alone(receiver, () => step(receiver, own));
    });
  };
  const step = (receiver: R, own: Own) => {
    if (!isReady(receiver)) return wait(receiver, own, BUSY_MS);
    const { frame, guests, view } = viewed(own.view, own.target);
    own.view = view;
    own.guests += guests;
    deliver(receiver, frame);
    if (view !== own.target) return wait(receiver, own, STEP_MS);
    own.restsUntil = clock.monotonic() + REST_MS + own.guests * REST_PER_GUEST_MS;
    own.guests = 0;
  };

  return {
    /** Undefined: everything. */
    of: (receiver: R): View | undefined => all.get(receiver)?.view,
    /** What these show together. Undefined: everything. */
    shownBy(receivers: Iterable<R>): View | undefined {
      const views = new Set<View>();
      for (const receiver of receivers) {
        const view = all.get(receiver)?.view;
        if (!view) return undefined;
        views.add(view);
      }
      return new Set([...views].flatMap((view) => [...view]));
    },
    /** The newest request counts. */
    want(receiver: R, instances: 'all' | readonly string[]) {
      const own = all.get(receiver) ?? { view: undefined, target: undefined, guests: 0, restsUntil: 0 };
      all.set(receiver, own);
      own.target = viewOf(instances);
      if (own.waiting) return;
      const rest = own.restsUntil - clock.monotonic();
      if (rest > 0) wait(receiver, own, rest);
      else alone(receiver, () => step(receiver, own));
    },
    /** Says the present view again, for a client to which the answer may not have been sent. Undefined: it never asked. */
    again(receiver: R): Frame | undefined {
      const own = all.get(receiver);
      return own && viewed(own.view, own.view).frame;
    },
    leave(receiver: R) {
      all.get(receiver)?.waiting?.();
      all.delete(receiver);
    },
  };
}
