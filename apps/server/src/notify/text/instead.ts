// What a message says that was sent to a stand-in, or without the database.
import { englishWords } from '@belfry/domain/sentences/words';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Notice } from '../notice.ts';

type Given = Pick<Notice, 'insteadOf' | 'isUnstored' | 'words'>;

/** "Critical: web-1 – CPU usage (in place of ops-discord)". Other messages have the title alone. */
export const titleWithInstead = (title: string, { insteadOf, words = englishWords }: Given): string =>
  insteadOf ? words.say({ id: 'title.instead', values: { title, name: insteadOf.name } }) : title;

/** Why it comes here, and that it may come twice, as sentences. Empty in other messages. */
export function insteadText({ insteadOf, isUnstored, words = englishWords }: Given): string {
  const said: Sentence[] = [];
  if (isUnstored) said.push({ id: 'summary.unstored' });
  if (insteadOf) {
    const { name, why } = insteadOf;
    said.push(
      why ? { id: 'summary.insteadBecause', values: { name, why } } : { id: 'summary.instead', values: { name } },
    );
  }
  return said.map((sentence) => words.say(sentence)).join(' ');
}
