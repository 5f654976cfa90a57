// One way to write the state for clients. An encoding is at one state and moves on when told, so all its clients agree.
import type { State } from '@belfry/schema/state';

/** One message, in buffers that many clients share and nobody changes. A text message unless `binary`. */
export interface Frame {
  readonly buffers: readonly Buffer[];
  readonly binary: boolean;
}

export const textFrame = (message: object): Frame => ({
  buffers: [Buffer.from(JSON.stringify(message))],
  binary: false,
});

/** A whole state in its frames, in this order; some are still being packed. */
export type Frames = readonly (Frame | Promise<Frame>)[];

/** What clients that had the state before need: one frame, the whole state again, or nothing. */
export type Change = Frame | 'whole' | undefined;

/** All but `everyMs` may throw where a state is larger than can be written. */
export interface Encoding {
  /** At most one frame in this time. */
  everyMs: number;
  /** Moves on to this state, also when it throws. */
  advance(state: State): Change;
  /** The whole state this encoding is at, for a client that joins. */
  joined(): Frames;
  /** The same, for a client that asks again or missed changes. */
  again(): Frames;
  /** The lists that `joined` leaves out, for a client that asks for them. */
  archives(): Frames;
}
