// What Belfry says in its answers, and figures, in the language of the user.
import type { WireSentence } from '@belfry/schema/sentences/sentence';
import { words } from './in-language.ts';

/** Without `sentence` it is what somebody else said, or an older version of Belfry: it stays as it is. */
export const say = (sentence: WireSentence | undefined, english: string): string =>
  sentence ? words().say(sentence, english) : english;

/** The same of an alert, a gap, or a problem. */
export const messageOf = ({ message, sentence }: { message: string; sentence?: WireSentence | undefined }): string =>
  say(sentence, message);

/** "3 nodes". */
export const plural = (count: number, one: string, many: string): string => words().plural(count, one, many);

/** A time (ISO) in UTC: "2026-01-02 03:04:05 UTC". A text that is no time stays as it is. */
export function moment(iso: string): string {
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) return iso;
  const [, year = '', month = '', day = '', time = ''] =
    /^(\S+)-(\d+)-(\d+)T([\d:]+)/.exec(new Date(ms).toISOString()) ?? [];
  return words().say({
    id: 'time.at',
    values: { day: { id: 'time.day', values: { year, month, day } }, time, zone: 'UTC' },
  });
}
