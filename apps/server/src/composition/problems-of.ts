// Which parts say what is wrong with Belfry itself, and under which name.
import type { State } from '@belfry/schema/state';
import type { Store } from '../db/store.ts';

interface Part {
  problems(): State['serverProblems'];
}

interface ProblemsOfDeps {
  store: Pick<Store, 'disk' | 'setAside' | 'server'>;
  file: Part;
  /** Undefined: there is no second server. */
  pair: Part | undefined;
  /** Undefined: the server has no certificate. */
  tls: Part | undefined;
}

export const problemsOf = <Name extends string>(
  { store, file, pair, tls }: ProblemsOfDeps,
  parts: Readonly<Record<Name, Part>>,
): Record<string, Part['problems']> => ({
  disk: store.disk.problems,
  rows: store.setAside.problems,
  files: file.problems,
  ...(store.server && { database: store.server.problems }),
  ...(pair && { servers: pair.problems }),
  ...(tls && { certificate: tls.problems }),
  ...Object.fromEntries(Object.entries<Part>(parts).map(([name, { problems }]) => [name, problems])),
});
