// What is different between two readings of the same settings.
import type { SettingChange } from '@belfry/schema/journal/change';
import type { Settings } from './settings.ts';

/** In the order of fields. Empty: nothing has changed. A line that came or went is one change, not one for each of its parts. */
export function changesBetween(before: Settings, after: Settings): SettingChange[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => before[field] !== after[field],
  );
  if (fields.length === 0) return [];
  const had = linesIn(before);
  const has = linesIn(after);
  const done = new Set<string>();
  return fields.sort(inOrder).flatMap((field): SettingChange[] => {
    const line = lineNameOf(field);
    if (line === undefined || (had.has(line) && has.has(line))) return [changeOf(field, before[field], after[field])];
    if (done.has(line)) return [];
    done.add(line);
    return [changeOf(line, had.get(line), has.get(line))];
  });
}

/** For two readings that looked at different fields: what only one of them has says nothing about a change. */
export function fieldsOfBoth(before: Settings, after: Settings): [Settings, Settings] {
  const of = (settings: Settings) =>
    Object.fromEntries(Object.entries(settings).filter(([field]) => field in before && field in after));
  return [of(before), of(after)];
}

/** The line that a field is a part of. The last point counts: the name of an interface, a package or a file may have some too. */
export const lineNameOf = (field: string): string | undefined => /^(?!lxc\.).+(?=\.[^.]+$)/s.exec(field)?.[0];

/** The parts of each line in one text: `model=virtio, bridge=vmbr0`. */
function linesIn(settings: Settings): ReadonlyMap<string, string> {
  const lines = new Map<string, string>();
  for (const [field, value] of Object.entries(settings)) {
    const line = lineNameOf(field);
    if (line === undefined) continue;
    const part = `${field.slice(line.length + 1)}=${value}`;
    lines.set(line, lines.has(line) ? `${lines.get(line)}, ${part}` : part);
  }
  return lines;
}

const SHOWN = 500;
const CONTEXT = 40;

/** Of long texts only what is around the first difference. */
function changeOf(field: string, before: string | undefined, after: string | undefined): SettingChange {
  const longest = Math.max(before?.length ?? 0, after?.length ?? 0);
  const from = longest <= SHOWN ? 0 : Math.max(0, sameUntil(before ?? '', after ?? '') - CONTEXT);
  const shown = (text: string | undefined) => (text === undefined ? null : excerpt(text, from));
  return { field, before: shown(before), after: shown(after) };
}

/** Whether a text of a change is only a part of what the value was. */
export const isCut = (text: string | null): boolean => text !== null && text.length > SHOWN && /^…|…$/.test(text);

const excerpt = (text: string, from: number): string =>
  `${from > 0 ? '…' : ''}${text.slice(from, from + SHOWN).toWellFormed()}${text.length > from + SHOWN ? '…' : ''}`;

function sameUntil(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

const inOrder = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });
