// Replaces everything by something new in two steps, so that several replacements succeed together or not at all.
import type { Stores } from './store.ts';

/** Checked and ready. */
export interface Replacement {
  /** Writes with the stores of one transaction, which the others have too. */
  write(tx: Stores): Promise<void>;
  /** After the commit: puts it in force and tells the parts that must know it. */
  settle(): void;
}
