import type { WireSentence } from '@belfry/schema/sentences/sentence';

/** An expected error: its text is for the user, and the program ends with its status. */
export class Failure extends Error {
  readonly status: number;
  constructor(text: string, status = 1) {
    super(text);
    this.status = status;
  }
}

/** Belfry refused fields of what it was sent. `details`: what is wrong with each, by its path. */
export class RefusedFields extends Failure {
  readonly details: Readonly<Record<string, WireSentence>>;
  constructor(text: string, details: Readonly<Record<string, WireSentence>>) {
    super(text);
    this.details = details;
  }
}

/** Nothing answers at the address. */
export class Unreachable extends Failure {}
