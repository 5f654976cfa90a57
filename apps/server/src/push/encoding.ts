// One way to write the state for clients. An encoding has one current state, so all its clients have the same one.
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

/** The instances whose guests a client shows. The same object for all clients with the same view. */
export type View = ReadonlySet<string>;

/** A full state in its frames, in this order. Some frames are still being made, and turn out not to be needed. */
export type Frames = readonly (Frame | Promise<Frame | undefined>)[];

/**
 * For clients with the previous state. `frame` is made once for each view, undefined for everything. `archives` comes after it, for those that
 * asked for the archives. It is made only when somebody gets it: with many sites that begin at once it takes seconds.
 */
export interface Step {
  frame(view: View | undefined): Frame;
  archives?: () => Frame;
}

/** What clients with the previous state need: a step, the full state, or nothing. */
export type Change = Step | 'full' | undefined;

/** All methods may throw if the state is too large to be written. */
export interface Encoding {
  /** At most one step is sent in this time. */
  everyMs: number;
  /**
   * Makes this state the current one, also when it throws. `shown`: all instances that some client shows. The step is for such clients only;
   * undefined when one of them shows everything.
   */
  advance(state: State, shown?: View): Change;
  /** The current state, for a new client. */
  initial(): Frames;
  /** The current state, for a client that asked for it or missed changes. */
  resync(): Frames;
  /** The lists that `initial` does not contain, for a client that asks for them. */
  archives(): Frames;
  /**
   * The next step from one view to another, undefined for everything: the view after it, the present readings of guests that come into view,
   * and how many guests these are. The last step returns `target` itself. Absent where clients cannot have a view.
   */
  viewed?(before: View | undefined, target: View | undefined): { frame: Frame; guests: number; view: View | undefined };
}
