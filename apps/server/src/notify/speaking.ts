// The languages of destinations. Each is loaded when the first message in it is sent.
import { englishWords, type Words, wordsIn } from '@belfry/domain/sentences/words';
import { type LanguageTag, languages } from '@belfry/schema/languages/languages';
import type { Sender } from './notifier.ts';
import { told } from './text/told.ts';

export const wordsOfLanguage = async (tag: LanguageTag = 'en'): Promise<Words> =>
  tag === 'en' ? englishWords : wordsIn(await languages[tag].load());

/** The sender with all that it says in this language. */
export async function speaking(sender: Sender | Promise<Sender>, tag: LanguageTag | undefined): Promise<Sender> {
  const [{ send, ...rest }, words] = await Promise.all([sender, wordsOfLanguage(tag)]);
  return {
    ...rest,
    send: (message, signal) => send({ ...message, notice: told(message.notice, words) }, signal),
  };
}
