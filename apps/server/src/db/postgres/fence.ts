// The fence of two servers: a transaction begins only while this server holds the lease, and nobody takes the lease before it ends.

export interface Fence {
  /** Finds one row while this server is the holder, and keeps the lease from being taken until the transaction ends. */
  readonly statement: string;
  /** By the clock of this server. False: nothing is written. */
  isHeld(): boolean;
  /** It was given back, or another server has it: the database is not asked any more. */
  isOver?(): boolean;
  /** The statement has found no row. */
  refused(): void;
}

/** The server does not hold the lease, or does not know whether it does. */
export class NotHolder extends Error {
  constructor() {
    super('this server does not hold the lease');
  }
}
