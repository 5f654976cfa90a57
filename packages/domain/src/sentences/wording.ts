// Makes the words of a sentence from the table of a language.
import type { WireSentence, WireValue } from '@belfry/schema/sentences/sentence';

export interface Wording {
  /** A template by the name of each sentence: "Version {version}", "{share:percent} full in {days:day|days}". */
  table: Readonly<Record<string, string>>;
  /** "3 days" */
  plural(count: number, one: string, many: string): string;
  /** How a number is written after a colon: "{free:bytes}". */
  formats: Readonly<Record<'bytes' | 'count' | 'percent', (value: number) => string>>;
}

const PLACE = /\{(\w+)(?::([^|}]*)(?:\|([^}]*))?)?\}/g;

/** Undefined when the table lacks the sentence, or one within it. What is in a value is never read as a template. */
export function wordsOf({ id, values = {} }: WireSentence, wording: Wording): string | undefined {
  const template = Object.hasOwn(wording.table, id) ? wording.table[id] : undefined;
  let isWhole = true;
  const words = template?.replace(PLACE, (_, name: string, form?: string, many?: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const text = form !== undefined && typeof value === 'number' ? number(value, form, many) : textOf(value, wording);
    isWhole &&= text !== undefined;
    return String(text);
  });
  return isWhole ? words : undefined;

  function number(value: number, form: string, many: string | undefined): string {
    if (many !== undefined) return wording.plural(value, form, many);
    return form === 'bytes' || form === 'percent' ? wording.formats[form](value) : wording.formats.count(value);
  }
}

function textOf(value: WireValue | undefined, wording: Wording): string | undefined {
  if (Array.isArray(value)) {
    const texts = value.map((each: WireValue) => textOf(each, wording));
    return texts.includes(undefined) ? undefined : texts.join(', ');
  }
  return typeof value === 'object' ? wordsOf(value as WireSentence, wording) : value?.toString();
}
