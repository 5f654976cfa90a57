// All new in place of all there was, in two steps, so that several of them hold together or not at all.

/** Checked and ready. */
export interface Replacement {
  /** Runs within one transaction with the others. */
  write(): void;
  /** Puts it in force and tells whoever must know, once the writing is for good. */
  settle(): void;
}
