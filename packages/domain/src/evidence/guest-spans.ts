// When a guest existed within a period, and what it was called, from its creation time and the journal.
import type { EvidenceNote } from '@belfry/schema/evidence/report';
import type { JournalEntry } from '@belfry/schema/journal/entry';
import type { Span } from './availability.ts';

export interface GuestLife {
  existed: Span[];
  notes: EvidenceNote[];
  /** A guest with the same number existed before this one, until then: epoch ms and its last name. */
  former: { name: string; until: number; from: number | undefined } | undefined;
}

/**
 * `entries`: those about this id, in any order, of the period and of the time after it. `createdAt`: of the guest that is there now;
 * undefined: the host does not say it. `isThere`: whether the state has it now.
 */
export function lifeOf(
  entries: readonly JournalEntry[],
  period: Span,
  { createdAt, isThere }: { createdAt: number | undefined; isThere: boolean },
): GuestLife {
  const sorted = [...entries].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const removals = sorted.filter(({ event }) => event === 'removed');
  const within = (at: number) => at >= period.from && at < period.until;
  const notes: EvidenceNote[] = [];
  for (const { changes, at, event } of sorted) {
    if (event !== 'changed' || !within(Date.parse(at))) continue;
    for (const { field, before } of changes)
      if ((field === 'name' || field === 'hostname') && before !== null)
        notes.push({ id: 'renamed', values: { before, at: Date.parse(at) } });
  }
  const removal = removals.at(-1);
  const removedAt = removal && Date.parse(removal.at);
  const createdEntry = sorted.findLast(({ event }) => event === 'created');
  const born = createdAt ?? (createdEntry ? Date.parse(createdEntry.at) : undefined);
  if (!isThere) {
    const until = Math.min(removedAt ?? period.until, period.until);
    const from = Math.max(period.from, born !== undefined && born < until ? born : period.from);
    if (born !== undefined && within(born) && born < until) notes.push({ id: 'created', values: { at: born } });
    if (removedAt !== undefined && within(removedAt)) notes.push({ id: 'removed', values: { at: removedAt } });
    return { existed: until > from ? [{ from, until }] : [], notes, former: undefined };
  }
  if (born === undefined || born <= period.from) return { existed: [{ ...period }], notes, former: undefined };
  const existed = born < period.until ? [{ from: born, until: period.until }] : [];
  const earlier = removals.findLast(({ at }) => Date.parse(at) <= born);
  const before = removals.findLast(({ at }) => Date.parse(at) <= born + CLOSE_MS) ?? earlier;
  if (within(born)) notes.push({ id: before ? 'recreated' : 'created', values: { at: born } });
  const until = before && Math.min(Date.parse(before.at), born);
  const former =
    before && until !== undefined && until > period.from
      ? { name: before.name, until: Math.min(until, period.until), from: undefined }
      : undefined;
  return { existed, notes, former };
}

/** The reading that shows that a guest is another one comes so long after it was made. */
const CLOSE_MS = 900_000;
