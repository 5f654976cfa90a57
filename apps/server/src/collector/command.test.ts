import { englishWords, wordsIn } from '@belfry/domain/sentences/words';
import { languages } from '@belfry/schema/languages/languages';
import { expect, test } from 'vitest';
import { tempDir } from '../db/testing/temp-store.ts';
import { collectorCommand } from './command.ts';

const files = { release: '/nowhere', installer: '/nowhere', sensorInstaller: '/nowhere' };

const refusal = async (...words: string[]) => {
  const done = await collectorCommand(words, files);
  if (done.ok) throw new Error('The command worked.');
  return done.error;
};

test('what a collector refuses is a sentence, so that its user reads it in the own language', async () => {
  const dataDir = tempDir();
  const german = wordsIn(await languages.de.load());
  const notJoined = await refusal('status', '--data-dir', dataDir);
  expect(englishWords.say(notJoined)).toBe(
    `The folder ${dataDir} belongs to no site. Add a site in Settings → Sites, and run the command that it shows.`,
  );
  expect(german.say(notJoined)).toContain(`Der Ordner ${dataDir} gehört zu keinem Standort.`);
  expect(german.say(await refusal('join', 'nowhere', 'bfs_x', '--data-dir', dataDir))).toContain(
    '„nowhere“ ist keine Adresse.',
  );
});

test('an option that does not exist is named, above the options that do', async () => {
  const text = englishWords.say(await refusal('run', '--lisen', '7657'));
  expect(text).toContain("'--lisen'");
  expect(text).toContain('usage: belfry collector join ADDRESS TOKEN');
});

test.for([['--help'], ['-h'], ['join', '--help']])('%j shows how the commands are called', async (words) => {
  const done = await collectorCommand(words, files);
  expect(done.ok && englishWords.say(done.value)).toContain('usage: belfry collector join ADDRESS TOKEN');
});
