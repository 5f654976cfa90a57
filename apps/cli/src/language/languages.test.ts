// The command line in the language of the user. In the test language each word of the tables is in Greek letters, so a Latin word that a
// command prints is a name, a word of the command line itself, or a text that no language can translate.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { greekLetters, greekWords } from '@belfry/domain/testing/greek';
import { texts as german } from '@belfry/schema/languages/de/cli/texts';
import { languageTags } from '@belfry/schema/languages/languages';
import type { Command } from 'commander';
import { afterEach, expect, test } from 'vitest';
import { createProgram } from '../program.ts';
import { answers, sentence } from '../testing/answers.ts';
import { belfry, run } from '../testing/belfry.ts';
import { languageOf, loadLanguage } from './chosen.ts';
import { english, type Language, speak } from './in-language.ts';

afterEach(() => speak(english));

test.for<[options: string[], env: Record<string, string>, language: string]>([
  [[], {}, 'en'],
  [[], { LANG: 'de_DE.UTF-8' }, 'de'],
  [[], { LANG: 'de_DE.UTF-8', LC_MESSAGES: 'C' }, 'en'],
  [[], { LANG: 'en_GB', LC_MESSAGES: 'de_AT@euro' }, 'de'],
  [[], { LANG: 'de_DE', LC_ALL: 'POSIX' }, 'en'],
  [[], { LANG: 'de_DE', LC_ALL: '' }, 'de'],
  [[], { LANG: 'de_DE', BELFRY_LANG: 'en' }, 'en'],
  [[], { LC_ALL: 'C.UTF-8', BELFRY_LANG: 'de-CH' }, 'de'],
  [[], { LANG: 'constructor' }, 'en'],
  [[], { BELFRY_LANG: 'tlh', LANG: 'de' }, 'en'],
  [['--language', 'de', 'status'], { BELFRY_LANG: 'en' }, 'de'],
  [['status', '--language=DE'], {}, 'de'],
  [['guests', '--', '--language', 'de'], {}, 'en'],
  [['--language', 'xx'], { LANG: 'de' }, 'de'],
  [['--json', 'status', '--language', 'de'], { LANG: 'de' }, 'en'],
])('%j with %j is %s', ([options, env, language]) => expect(languageOf(options, env)).toBe(language));

test('a language that does not exist is refused with those that do', async () => {
  const tags = languageTags.join(', ');
  await expect(run('--language xx nodes', {})).rejects.toThrow(
    `Belfry does not speak "xx". Its languages are: ${tags}.`,
  );
});

/** Everything of a text in Greek letters, except the values in it. */
function inGreek(text: unknown): unknown {
  if (typeof text === 'string') return greekLetters(text);
  if (typeof text === 'function')
    return (...values: unknown[]) => {
      const marks = values.map((value, i) => (typeof value === 'string' ? String.fromCharCode(0xe000 + i) : value));
      return greekLetters(text(...marks)).replaceAll(
        /[\ue000-\ue0ff]/g,
        (mark) => `${values[mark.charCodeAt(0) - 0xe000]}`,
      );
    };
  if (Array.isArray(text)) return text.map(inGreek);
  return Object.fromEntries(Object.entries(text as object).map(([name, each]) => [name, inGreek(each)]));
}
const greek: Language = { words: greekWords, texts: (_group, texts) => inGreek(texts) as object };

const READ = [
  ...[
    'status',
    'nodes',
    'guests',
    'guests 7',
    'alerts',
    'alerts ack 7',
    'alerts unack 7',
    'alerts silence 7 --for 4h',
    'why 7',
    'noise',
    'noise --days 7',
    'journal 7',
    'journal --by 7',
    'backups',
    'doctor',
  ],
  ...[
    'doctor --data-dir /nowhere/1-1',
    'update check',
    'update plan',
    'update status',
    'update history',
    'update apply',
    'update go-back',
  ],
  ...[
    'update apply-staged',
    'backup create',
    'backup list',
    'backup restore x',
    'config validate /nowhere/1-1',
    'config export DIR/2 --secrets DIR',
  ],
  ...[
    'config validate DIR/wrong',
    'config diff DIR/right',
    'config apply DIR/right',
    'config apply --dry-run DIR/right',
    'config export DIR/3',
  ],
  ...[
    'config export DIR/right',
    'config validate DIR/right',
    'export DIR/4',
    'export DIR/right',
    'import DIR/right',
    'alerts silence 7 --for 4w',
  ],
  ...[
    'completion 7',
    '--url 7 nodes',
    '--ca /nowhere/1-1 nodes',
    '--language 7 nodes',
    '--url http://127.0.0.1:1 nodes',
    'export --passphrase-file /nowhere/1-1 x',
  ],
  // how commands are called
  ...['7', 'nodes 7', 'nodes --7', 'alerts silence 7', 'alerts silence', 'alerts --level', '--jso nodes', 'node'],
];
const helps = [
  '',
  'guests',
  'alerts',
  'alerts silence',
  'journal',
  'noise',
  'doctor',
  'update',
  'update apply',
  'update go-back',
  'export',
  'backup',
  'backup restore',
  'config',
  'config export',
];

/** Names of commands, options, places and files, of products, and what a mistake quotes of the command line. */
const FREE =
  /https?:\/\/\S+|--?[a-z][\w-]*|<[^>]*>|\bBELFRY_\w+|\/(nowhere|tmp)\S*|\b(Belfry|belfry|VM|CT|UTC|CPU|KB|GB|ECONNREFUSED|ENOENT|EEXIST|InfluxDB|Prometheus|chmod|chown|USER|PVEAuditor|status|qemu|fish|bash|zsh|nodes?|en|de)\b/g;
const latinIn = (text: string): string[] => text.replaceAll(FREE, ' ').match(/[A-Za-z]{2,}/g) ?? [];

async function printed(words: string, env: Record<string, string>): Promise<string> {
  try {
    return (await run(words, env)).output;
  } catch (error) {
    return (error as Error).message;
  }
}

test.for(READ)('all that is printed is in the language of the user: %s', async (words) => {
  const { url } = await belfry(answers);
  const dir = mkdtempSync(path.join(tmpdir(), 'belfry-cli-'));
  writeFileSync(path.join(dir, 'right'), 'instances: []\n');
  writeFileSync(path.join(dir, 'wrong'), 'a: [\n');
  speak(greek);
  const text = await printed(words.replaceAll('DIR', dir), { BELFRY_URL: url, BELFRY_PASSPHRASE: 'twelve letters' });
  expect(text).toMatch(/[α-ω]/);
  expect([...new Set(latinIn(text))], text).toEqual([]);
});

function helpOf(words: string): string {
  const program = createProgram({ env: {}, write() {}, file: '', now: () => 0, exit() {} });
  const steps = words.split(' ').filter(Boolean);
  const found = steps.reduce<Command>(
    (command, name) => command.commands.find((each) => each.name() === name) ?? command,
    program,
  );
  return found.helpInformation();
}

test.for(helps)('help is in the language of the user: belfry %s', (words) => {
  speak(greek);
  // The first column has the names of commands and options.
  const text = helpOf(words)
    .replaceAll(/^ {2}\S.*?(?: {2,}|$)/gm, ' ')
    .replace(/^.*belfry.*$/m, ' ')
    .replaceAll('cpu>80', '');
  expect(text).toMatch(/[α-ω]/);
  expect([...new Set(latinIn(text))], text).toEqual([]);
});

const isTexts = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
function missing(texts: object, translation: unknown, place: string): string[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    const own: unknown =
      isTexts(translation) && Object.hasOwn(translation, name) ? Reflect.get(translation, name) : undefined;
    if (own === undefined) return [`${place}.${name}`];
    if (Array.isArray(text) && Array.isArray(own) && text.length !== own.length) return [`${place}.${name} (length)`];
    return isTexts(text) ? missing(text, own, `${place}.${name}`) : [];
  });
}

test('German has every text, and no text of a group that does not exist', async () => {
  const groups = new Map<string, object>();
  speak({ words: greekWords, texts: (group, texts) => groups.set(group, texts) && texts });
  const folder = path.join(import.meta.dirname, '../messages');
  for (const file of readdirSync(folder)) {
    const { messages }: { messages: object } = await import(path.join(folder, file));
    Reflect.get(messages, 'any');
  }
  expect([...groups].flatMap(([group, texts]) => missing(texts, german[group], group))).toEqual([]);
  expect(Object.keys(german).toSorted()).toEqual([...groups.keys()].toSorted());
});

test('German says figures, times and the sentences of Belfry as German readers write them', async () => {
  speak(await loadLanguage('de'));
  const { url } = await belfry(answers);
  const env = { BELFRY_URL: url };
  const { output } = await run('alerts', env);
  expect(output).toContain(
    'kritisch  02.01.2026 03:04:05 UTC 7-7 auf 8-8\n          Der Knoten wurde nicht gefunden\n',
  );
  expect((await run('status', env)).output).toContain('Problem: Der Knoten wurde nicht gefunden\n');
  await expect(run('alerts unack 7', env)).rejects.toThrow('7: Diesen aktiven Alarm gibt es nicht.');
});

test('a refusal of Belfry is said in the language of the user, and each of its fields', async () => {
  const { url } = await belfry({});
  const refused = { error: 'Node not found', code: 'not_found', status_code: 404, timestamp: 1, sentence };
  const refuses = await belfry(
    {},
    { ...refused, details: { host: 'must not be empty' }, reasons: { host: { id: 'field.empty' } } },
  );
  speak(await loadLanguage('de'));
  await expect(run('nodes', { BELFRY_URL: url })).rejects.toThrow('no answer to GET /api/state');
  await expect(run('nodes', { BELFRY_URL: refuses.url })).rejects.toThrow(
    'Der Knoten wurde nicht gefunden\n  host: darf nicht leer sein',
  );
});

test('the program itself reads the environment; its JSON is English', async () => {
  const { url } = await belfry(answers);
  const main = path.join(import.meta.dirname, '../main.ts');
  const start = async (...options: string[]) => {
    const env = { BELFRY_URL: url, LANG: 'de_DE.UTF-8' };
    // The doctor ends with 1, because it finds a problem.
    const ended = await promisify(execFile)(process.execPath, [main, ...options], { env }).catch((error) => error);
    return `${ended.stdout}`;
  };
  const [text, data] = await Promise.all([start('guests', '7'), start('--json', 'doctor', '--data-dir', '/nowhere')]);
  expect(text).toBe('Kein Gast passt.\n');
  expect(JSON.parse(data)[0].text).toBe('The data directory /nowhere does not exist.');
});
