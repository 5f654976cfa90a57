// One way to put the state on the wire. It stands at one state and moves on when told, so all its clients agree.
import type { State } from '@belfry/schema/state';

/** Text frames are strings, binary frames are bytes. */
export type Frame = string | Buffer;

/** A whole state in its frames, in this order; some are still being packed. */
export type Whole = readonly (Frame | Promise<Frame>)[];

export interface Encoding {
  /** At most one frame in this time. */
  everyMs: number;
  /** Moves on to this state; what to tell those who had the one before, or undefined when nothing changed for them. */
  advance(state: State): Frame | undefined;
  /** The whole state this encoding stands at, for a client that joins. */
  joined(): Whole;
  /** The same, for a client that asks again or was left behind. */
  again(): Whole;
  /** What `joined` leaves out, for a client that asks for it. */
  archives(): Whole;
}
