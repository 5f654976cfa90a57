// All new in place of all there was, in two steps, so that several of them hold together or not at all.
import type { Stores } from './store.ts';

/** Checked and ready. */
export interface Replacement {
  /** Writes with the stores of one transaction, which the others have too. */
  write(tx: Stores): Promise<void>;
  /** Puts it in force and tells whoever must know, once the writing is for good. */
  settle(): void;
}
