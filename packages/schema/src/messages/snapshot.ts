// The full state for our own client, in two messages: what every screen needs, and the archives on request. Deltas build on
// both.
import * as z from 'zod';
import { type ArchiveName, archiveNames } from '../archives.ts';
import { State } from '../state.ts';

const archived = Object.fromEntries(archiveNames.map((name) => [name, true])) as Record<ArchiveName, true>;

export const Snapshot = z.object({
  type: z.literal('snapshot'),
  revision: z.number().int(),
  data: State.omit(archived),
});
export type Snapshot = z.infer<typeof Snapshot>;

/** The archives at the client's present revision. Before this message the client ignores deltas of archives. */
export const Archives = z.object({ type: z.literal('archives'), data: State.pick(archived) });
export type Archives = z.infer<typeof Archives>;
