// Makes the words of a sentence from the table of a language.
import type { WireSentence } from '@belfry/schema/sentences/sentence';

export interface Wording {
  /** A template by the name of each sentence: "Version {version}", "full in {days:day|days}". */
  table: Readonly<Record<string, string>>;
  /** "3 days" */
  plural(count: number, one: string, many: string): string;
}

const PLACE = /\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g;

/** Undefined when the table lacks the sentence, or one within it. What is in a value is never read as a template. */
export function wordsOf({ id, values = {} }: WireSentence, wording: Wording): string | undefined {
  const template = Object.hasOwn(wording.table, id) ? wording.table[id] : undefined;
  let isWhole = true;
  const words = template?.replace(PLACE, (_, name: string, one?: string, many = '') => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const text = typeof value === 'object' ? wordsOf(value, wording) : value;
    isWhole &&= text !== undefined;
    return one !== undefined && typeof text === 'number' ? wording.plural(text, one, many) : String(text);
  });
  return isWhole ? words : undefined;
}
