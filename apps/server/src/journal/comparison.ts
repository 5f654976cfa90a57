// Compares the configuration of a resource with an earlier time, with another resource, or with what was agreed.
import { differencesOf, relativeTo } from '@belfry/domain/journal/differences';
import { type Part, partsOf, pastOf } from '@belfry/domain/journal/past-settings';
import type { Comparison } from '@belfry/schema/http/baselines';
import type { CompareGap } from '@belfry/schema/journal/comparison';
import type { JournalEntry } from '@belfry/schema/journal/entry';
import { iso } from '../lib/clock.ts';
import type { Subject } from './comparison-routes.ts';
import type { Journal } from './journal.ts';

type Read = Pick<Journal, 'known' | 'page'>;

const STEP = 1000;
const MOST = 50_000;
/** Each configuration is read about once an hour. */
const OLD_MS = 2 * 3_600_000;

interface Now {
  parts: Map<string, Part>;
  gaps: CompareGap[];
}

async function stateNow(journal: Read, { id, instance, name }: Subject, now: number): Promise<Now> {
  const rows = await journal.known(instance, id);
  const parts = rows.map(({ resource, about, kind, name, settings, first }) => ({
    ...{ id: about || resource, kind, name, settings, first: first ?? undefined },
  }));
  const oldest = Math.min(...rows.map(({ readAt }) => readAt ?? now));
  return { parts: partsOf(parts), gaps: oldest < now - OLD_MS ? [{ is: 'old', part: name, at: oldest }] : [] };
}

/** Newest first. `isWhole`: there are no older ones after `from`. */
async function entriesSince(journal: Read, { id, instance, kind }: Subject, from: number) {
  const filter = kind === 'instance' ? { within: { instance, resource: id }, from } : { resource: id, from };
  const entries: JournalEntry[] = [];
  let before: Awaited<ReturnType<Journal['page']>>['next'];
  do {
    const page = await journal.page({ ...filter, before }, STEP);
    entries.push(...page.entries.filter(({ resource }) => kind === 'instance' || resource === id));
    before = page.next;
  } while (before && entries.length < MOST);
  return { entries, isWhole: before === undefined };
}

/** Undefined: nothing of it has been read. */
export async function sinceTime(
  journal: Read,
  subject: Subject,
  at: number,
  now: number,
): Promise<Comparison | undefined> {
  const is = await stateNow(journal, subject, now);
  const { entries, isWhole } = await entriesSince(journal, subject, at);
  if (is.parts.size === 0 && entries.length === 0) return undefined;
  const past = pastOf(is.parts, entries, at);
  const end = entries.at(-1);
  const { id: resource, name } = subject;
  const cut: CompareGap[] =
    isWhole || !end ? [] : [{ is: 'later', part: name, kind: end.kind, at: Date.parse(end.at) }];
  return {
    ...{ resource, name, with: resource, from: iso(at) },
    differences: differencesOf(past.parts, is.parts, past.unsure),
    gaps: [...is.gaps, ...cut, ...past.gaps],
  };
}

export async function withOther(
  journal: Read,
  subject: Subject,
  other: Subject,
  now: number,
): Promise<Comparison | Subject> {
  const [is, was] = [await stateNow(journal, subject, now), await stateNow(journal, other, now)];
  for (const [each, of] of [[is, subject] as const, [was, other] as const]) if (each.parts.size === 0) return of;
  const { id: resource, name } = subject;
  return {
    ...{ resource, name, with: other.name, from: null },
    differences: differencesOf(relativeTo(other.id, was.parts), relativeTo(resource, is.parts)),
    gaps: [...is.gaps, ...was.gaps],
  };
}
