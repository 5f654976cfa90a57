// Prints what a command on the machine itself has to say, in the language of its user. A failure ends the program with exit code 1.
import type { Result } from '@belfry/domain/result';
import { wordsIn } from '@belfry/domain/sentences/words';
import { languages } from '@belfry/schema/languages/languages';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { readLanguage } from './config/user-language.ts';

export async function print(done: Result<Sentence, Sentence>): Promise<void> {
  const { say } = wordsIn(await languages[readLanguage()].load());
  if (done.ok) process.stdout.write(`${say(done.value)}\n`);
  else {
    process.stderr.write(`${say(done.error)}\n`);
    process.exit(1);
  }
}
