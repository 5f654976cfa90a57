import { englishWords, wordsIn } from '@belfry/domain/sentences/words';
import { languages } from '@belfry/schema/languages/languages';
import { expect, test } from 'vitest';
import { makeKeys } from '../collect/keys.ts';
import { lockDataDir } from '../db/data-lock.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import { createLogger } from '../lib/logger.ts';
import { collectorCommand } from './command.ts';
import { membershipIn, saveMembership } from './membership.ts';

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

test('a collector leaves its site when it does not run: one that runs would go on with the keys that it has read', async () => {
  const dataDir = tempDir();
  saveMembership(dataDir, { server: 'https://belfry.example', pin: '', site: 's', name: 'Köln', keys: makeKeys() });
  const running = lockDataDir({ dataDir, now: Date.now, log: createLogger('silent') });
  expect(englishWords.say(await refusal('leave', '--data-dir', dataDir))).toContain('Stop it first');
  expect(membershipIn(dataDir)?.name).toBe('Köln');
  if (running.ok) running.value.release();
  expect(await collectorCommand(['leave', '--data-dir', dataDir], files)).toMatchObject({ ok: true });
  expect(membershipIn(dataDir)).toBeUndefined();
});

test('a collector whose folder is in use says with which option it gets another one', async () => {
  const dataDir = tempDir();
  saveMembership(dataDir, { server: 'https://belfry.example', pin: '', site: 's', name: 'Köln', keys: makeKeys() });
  const running = lockDataDir({ dataDir, now: Date.now, log: createLogger('silent') });
  const text = englishWords.say(await refusal('run', '--data-dir', dataDir));
  if (running.ok) running.value.release();
  expect(text).toContain(`${dataDir} is in use`);
  expect(text).toContain('a folder of its own with --data-dir.');
  expect(text).not.toContain('BELFRY_DATA_DIR');
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
