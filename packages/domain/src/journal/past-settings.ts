// The settings of resources at an earlier time: those of now, and what the journal has since then, taken back.
import type { SettingChange } from '@belfry/schema/journal/change';
import type { CompareGap } from '@belfry/schema/journal/comparison';
import type { JournalEntry, JournalKind } from '@belfry/schema/journal/entry';
import { isCut, lineNameOf } from './changes.ts';
import type { Settings } from './settings.ts';

/** What is known of a part of a resource. `id`: as entries name it. `first`: epoch ms, when it was read for the first time, where it is known. */
export interface Part {
  id: string;
  kind: JournalKind;
  name: string;
  settings: Settings;
  first?: number | undefined;
}

export type Parts = ReadonlyMap<string, Part>;

/** Entries say whose settings they are, and of which kind. */
export const partKey = ({ id, kind }: Pick<Part, 'id' | 'kind'>): string => `${kind} ${id}`;

/** A node has its network, its packages and more in rows of their own, which are one part of each kind. */
export function partsOf(rows: readonly Part[]): Map<string, Part> {
  const parts = new Map<string, Part>();
  for (const row of rows) {
    const before = parts.get(partKey(row));
    const first = [before?.first, row.first].filter((at) => at !== undefined);
    parts.set(partKey(row), {
      ...(before ?? row),
      settings: { ...before?.settings, ...row.settings },
      first: first.length > 0 ? Math.max(...first) : undefined,
    });
  }
  return parts;
}

/** `unsure`: the fields, by part, that may have been changed before that time as well as after it. */
export interface Past {
  parts: Parts;
  gaps: CompareGap[];
  unsure: ReadonlyMap<string, ReadonlySet<string>>;
}

/** `entries`: all since `at` (epoch ms), the newest first. */
export function pastOf(now: Parts, entries: readonly JournalEntry[], at: number): Past {
  const parts = new Map(now);
  const gaps = new Map<string, CompareGap>();
  const unsure = new Map<string, Set<string>>();
  const say = (gap: CompareGap) => void gaps.set(JSON.stringify(gap), gap);
  for (const entry of entries) {
    const { resource: id, kind, name, event, changes, since } = entry;
    if (Date.parse(entry.at) <= at) continue;
    const key = partKey({ id, kind });
    if (event === 'created') {
      for (const [each, part] of parts) if (part.id === id) parts.delete(each);
      continue;
    }
    const part = parts.get(key) ?? { id, kind, name, settings: {} };
    if (event === 'removed') say({ is: 'removed', part: name || id });
    const settings = { ...part.settings };
    for (const change of changes) {
      const isLost = !takeBack(settings, change);
      if (isLost) say({ is: 'field', part: name || id, field: change.field });
      if (isLost || (since !== undefined && Date.parse(since) < at))
        unsure.set(key, (unsure.get(key) ?? new Set()).add(change.field));
    }
    parts.set(key, { ...part, settings });
  }
  for (const [key, { id, kind, name, first }] of now)
    if (parts.has(key) && (first === undefined || first > at))
      say({ is: 'later', part: name || id, kind, at: first ?? null });
  return { parts, gaps: [...gaps.values()], unsure };
}

/** False: the journal does not have all of it, or an entry before it is missing. */
function takeBack(settings: Record<string, string>, { field, before, after }: SettingChange): boolean {
  // only a number of fields that were too many
  if (before === null && after === null) return false;
  const owner = lineNameOf(field);
  if (owner !== undefined) unfold(settings, owner);
  const parts = Object.keys(settings).filter((name) => lineNameOf(name) === field);
  const line = parts.sort().map((name) => `${name.slice(field.length + 1)}=${settings[name]}`);
  const is = settings[field] ?? (line.length > 0 ? line.join(', ') : null);
  const isKnown = is === after || isCut(after);
  for (const name of [field, ...parts]) delete settings[name];
  if (before !== null) settings[field] = before;
  return isKnown && !isCut(before) && !isCut(after);
}

/** A line that came or went is one text in the journal: `model=virtio, bridge=vmbr0`. Here it becomes its parts. */
export function unfold(settings: Record<string, string>, field: string): void {
  const parts = settings[field]?.split(/, (?=[^\s,=]+=)/).map((part) => /^([^\s,=]+)=(.*)$/s.exec(part)) ?? [];
  if (parts.length === 0 || parts.includes(null)) return;
  delete settings[field];
  for (const part of parts) settings[`${field}.${part?.[1]}`] = part?.[2] ?? '';
}
