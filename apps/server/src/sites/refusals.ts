// Why something that a collector says is not taken, in words for both ends.
import type { Sentence } from '@belfry/schema/sentences/sentence';

const ids = {
  'not assigned': 'collect.notAssigned',
  'old assignment': 'collect.oldAssignment',
  'foreign entity': 'collect.foreign',
  'a list of another kind of host': 'collect.otherKind',
  'too long': 'collect.tooMuch',
  'more polls than a host has': 'collect.tooMuch',
  'more history than an instance has': 'collect.tooMuch',
  'more changes than a collector keeps': 'collect.tooMuch',
  'history that nobody asked for': 'collect.unasked',
  'changes that nobody asked for': 'collect.unasked',
  'history of another time': 'collect.otherTime',
  'a change of another time': 'collect.otherTime',
  'history of a foreign entity': 'collect.foreign',
  'a change of a foreign entity': 'collect.foreign',
} as const;
export type Refused = keyof typeof ids;

/** Characters of an id that a collector has chosen. */
const MAX_ID = 100;

/** What also happens to an honest collector: a host was just taken from it, a line was cut, its clock was set. */
const ordinary: ReadonlySet<Sentence['id']> = new Set([
  ...(['collect.oldAssignment', 'collect.unasked', 'collect.otherTime', 'collect.lost', 'collect.waiting'] as const),
]);
export const isOrdinary = ({ id, values }: Sentence): boolean => {
  const reason = id === 'collect.frame' ? (values.reason as Sentence) : undefined;
  return ordinary.has(reason?.id ?? id);
};

/** `host`: as the collector names it. */
export const sentenceOf = (refused: Refused, host: string): Sentence =>
  ({ id: ids[refused], values: { host: host.slice(0, MAX_ID) } }) as Sentence;

/** About a host that belongs to another place. `site`: the name of that site; undefined: this server polls it. */
export const claimOf = (host: string, site: string | undefined): Sentence => ({
  id: 'collect.claimed',
  values: {
    host,
    place: site === undefined ? { id: 'collect.claimedHere' } : { id: 'collect.claimedSite', values: { name: site } },
  },
});
