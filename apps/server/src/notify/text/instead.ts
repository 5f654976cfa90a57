// What a message says that was sent to a stand-in.
import { englishWords } from '@belfry/domain/sentences/words';
import type { Notice } from '../notice.ts';

type Given = Pick<Notice, 'insteadOf' | 'words'>;

/** "Critical: web-1 – CPU usage (in place of ops-discord)". Other messages have the title alone. */
export const titleWithInstead = (title: string, { insteadOf, words = englishWords }: Given): string =>
  insteadOf ? words.say({ id: 'title.instead', values: { title, name: insteadOf.name } }) : title;

/** Why it comes here, as a sentence. Empty in other messages. */
export function insteadText({ insteadOf, words = englishWords }: Given): string {
  if (!insteadOf) return '';
  const { name, why } = insteadOf;
  return words.say(
    why ? { id: 'summary.insteadBecause', values: { name, why } } : { id: 'summary.instead', values: { name } },
  );
}
