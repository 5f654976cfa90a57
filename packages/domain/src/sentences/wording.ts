// Makes the words of a sentence from the table of a language.
import type { WireSentence, WireValue } from '@belfry/schema/sentences/sentence';

export interface Wording {
  /** A template by the name of each sentence: "Version {version}", "{share:percent} full in {days:day|days}". */
  table: Readonly<Record<string, string>>;
  /** "3 days" */
  plural(count: number, one: string, many: string): string;
  /** How a number is written after a colon: "{free:bytes}". `figure`: without one, with its decimals and nothing between thousands. */
  formats: Readonly<Record<'bytes' | 'count' | 'percent' | 'figure', (value: number) => string>>;
}

const PLACE = /\{(\w+)(?::([^|}]*)(?:\|([^}]*))?)?\}/g;

/** A text of a template, or a place for a value. */
type Part = string | { name: string; form: string | undefined; many: string | undefined };

/** Each template is taken apart once, because the message of every active alert is made with every answer of its host. */
const known = new Map<string, readonly Part[]>();

function partsOf(template: string): readonly Part[] {
  const before = known.get(template);
  if (before) return before;
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: place, 1: name = '', 2: form, 3: many, index } of template.matchAll(PLACE)) {
    parts.push(template.slice(end, index), { name, form, many });
    end = index + place.length;
  }
  parts.push(template.slice(end));
  known.set(template, parts);
  return parts;
}

/** Undefined when the table lacks the sentence, or one within it. What is in a value is never read as a template. */
export function wordsOf({ id, values = {} }: WireSentence, wording: Wording): string | undefined {
  const template = Object.hasOwn(wording.table, id) ? wording.table[id] : undefined;
  if (template === undefined) return undefined;
  let words = '';
  for (const part of partsOf(template)) {
    const text = typeof part === 'string' ? part : placeText(part, values, wording);
    if (text === undefined) return undefined;
    words += text;
  }
  return words;
}

function placeText(
  { name, form, many }: Exclude<Part, string>,
  values: NonNullable<WireSentence['values']>,
  wording: Wording,
): string | undefined {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (form === undefined || typeof value !== 'number') return textOf(value, wording);
  if (many !== undefined) return wording.plural(value, form, many);
  return form === 'bytes' || form === 'percent' ? wording.formats[form](value) : wording.formats.count(value);
}

function textOf(value: WireValue | undefined, wording: Wording): string | undefined {
  if (Array.isArray(value)) {
    const texts = value.map((each: WireValue) => textOf(each, wording));
    return texts.includes(undefined) ? undefined : texts.join(', ');
  }
  if (typeof value === 'number') return wording.formats.figure(value);
  return typeof value === 'object' ? wordsOf(value as WireSentence, wording) : value?.toString();
}
