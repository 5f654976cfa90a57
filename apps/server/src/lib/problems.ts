// The problems of Belfry itself, as its parts tell them.
import type { State } from '@belfry/schema/state';
import { joined } from './joined.ts';
import { type Guarded, lastOf } from './parts.ts';

type Read = () => State['serverProblems'];

export interface Problems {
  /** By the name of the part. The last problems of a part stay while it cannot tell them. */
  add(parts: Readonly<Record<string, Read>>): void;
  /** The same object while nothing changes. */
  all: Read;
}

export function createProblems(guarded: Guarded): Problems {
  const parts: Read[] = [];
  let all = joined<State['serverProblems']>();
  return {
    add(more) {
      for (const [of, read] of Object.entries(more)) parts.push(lastOf(guarded, `the problems of ${of}`, read, {}));
      all = joined(...parts);
    },
    all: () => all(),
  };
}
