// A database on a server can be away, full or closed to Belfry, as a disk can.
import { english } from '@belfry/domain/sentences/english';
import type { Sentence } from '@belfry/schema/sentences/sentence';

/** The reason ends a sentence: "… cannot be written to: it does not answer". */
export class DatabaseTrouble extends Error {
  readonly database: string;
  readonly reason: Sentence;

  /** `database` names it without a password. */
  constructor(database: string, reason: Sentence, options?: ErrorOptions) {
    super(`The database ${database} cannot be used: ${english(reason)}.`, options);
    this.database = database;
    this.reason = reason;
  }
}
