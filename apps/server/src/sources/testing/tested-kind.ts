// What the tests of all sources need to know about one kind of instance. Each kind has it in `<kind>/testing/kind.ts`.
import type { Answer } from '@belfry/lab/answer';
import type { FakeClock } from '../../lib/fake-clock.ts';
import type { Session } from '../proxmox-api/session.ts';
import type { Poll } from '../source.ts';
import type { Round } from './stand-in.ts';

/** A host of the lab without its server. `path` with its query; `now` epoch seconds. */
export type Host = (path: string, now: number) => Answer;

/** The names of all things that an answer lists, and the names of such things in the state. */
export type Sighting = (data: unknown, round: Round) => { listed: readonly unknown[]; found: readonly unknown[] };

export interface TestedKind {
  /** Three releases, the newest first, because older releases receive other calls. `since` epoch seconds. */
  releases: readonly ((since: number) => Host)[];
  polls(session: Session, clock: FakeClock): readonly Poll[];
  /** By endpoint. */
  sightings: Readonly<Record<string, Sighting>>;
}
