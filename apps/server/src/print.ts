// Prints what a command on the machine itself has to say, in the language of its user. A failure ends the program with exit code 1. Another
// server or a host may have chosen parts of it, so nothing in it reaches the terminal as a command.
import type { Result } from '@belfry/domain/result';
import { wordsIn } from '@belfry/domain/sentences/words';
import { languages } from '@belfry/schema/languages/languages';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { readLanguage } from './config/user-language.ts';

/** Lines and spaces stay. */
export const printable = (text: string): string =>
  text.replace(/(?!\n)[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');

export const spoken = async (sentence: Sentence): Promise<string> =>
  printable(wordsIn(await languages[readLanguage()].load()).say(sentence));

export async function print(done: Result<Sentence, Sentence>): Promise<void> {
  if (done.ok) process.stdout.write(`${await spoken(done.value)}\n`);
  else {
    process.stderr.write(`${await spoken(done.error)}\n`);
    process.exit(1);
  }
}
