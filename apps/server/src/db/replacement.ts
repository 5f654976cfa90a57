// A replacement of one part of the configuration in two steps, so that several replacements succeed together or not at all.
import type { Stores } from './store.ts';

/** It is checked before. */
export interface Replacement {
  /** Writes with the stores of the transaction that all replacements share. */
  write(tx: Stores): Promise<void>;
  /** Called after the commit: applies it and notifies the parts that depend on it. */
  settle(): void;
}
