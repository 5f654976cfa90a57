// For tests: all things that an answer lists must be in the state afterwards.
import type { Round } from './stand-in.ts';
import type { TestedKind } from './tested-kind.ts';
import { type TestedType, testedKinds } from './tested-kinds.ts';

/** The names that an answer lists and the state does not contain. Empty for an endpoint without names. */
export function unseen(product: TestedType, endpoint: string, data: unknown, round: Round): unknown[] {
  const kind: TestedKind = testedKinds[product];
  const { listed, found } = kind.sightings[endpoint]?.(data, round) ?? { listed: [], found: [] };
  return listed.filter((name) => !found.includes(name));
}
