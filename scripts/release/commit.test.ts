// What a release takes from git, in a clone with three commits and a tag.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changelogOf, exportCommit, readCommit } from './commit.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'belfry-commit-'));
const root = path.join(folder, 'clone');
const time = '2026-01-02T03:04:05Z';
const env = {
  PATH: process.env.PATH,
  ...{ HOME: folder, GIT_AUTHOR_DATE: time, GIT_COMMITTER_DATE: time },
  ...{ GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.test' },
  ...{ GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.test' },
};
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, env, encoding: 'utf8', stdio: 'pipe' }).trim();
const commitFile = (name: string, text: string, subject: string) => {
  writeFileSync(path.join(root, name), text);
  git('add', '.');
  git('commit', '-q', '-m', subject);
};

beforeAll(() => {
  execFileSync('git', ['init', '-q', root], { env });
  commitFile('package.json', '{"version":"1.0.0"}', 'The first release');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('without an earlier tag the changelog has all commits; with one, those after it; the own tag of the release is none', () => {
  const changes = () =>
    changelogOf(root, readCommit(root))
      .split('\n')
      .map((line) => line.replace(/[0-9a-f]{10}\)$/, 'id)'));
  git('tag', 'v1.0.0');
  const [title, , since, , ...first] = changes();
  expect([title, since, first]).toEqual([
    '# Belfry 1.0.0',
    'There is no earlier release. All changes, the newest first:',
    ['- The first release (id)', ''],
  ]);
  commitFile('a', '', 'A change');
  commitFile('b', '', 'Another change');
  git('tag', 'v1.1.0');
  git('tag', 'unrelated', 'HEAD~1');
  expect(changes().slice(2)).toEqual([
    'Changes since v1.0.0, the newest first:',
    ...['', '- Another change (id)', '- A change (id)', ''],
  ]);
});

test('the time is that of the commit, or of SOURCE_DATE_EPOCH; files that are not committed are not exported', async () => {
  expect(readCommit(root)).toMatchObject({ version: '1.0.0', seconds: Date.parse(time) / 1000, dirty: false });
  expect(readCommit(root, '86400').seconds).toBe(86400);
  expect(() => readCommit(root, 'today')).toThrow('SOURCE_DATE_EPOCH: expected seconds, found today');
  writeFileSync(path.join(root, 'stray'), '');
  const commit = readCommit(root);
  expect(commit.dirty).toBe(true);
  const out = path.join(folder, 'out');
  await exportCommit(root, commit, out);
  expect(readdirSync(out).toSorted()).toEqual(['a', 'b', 'package.json']);
});

test('without a clone, or with a key that is not there, the release is refused before anything is built', () => {
  expect(() => readCommit(folder)).toThrow(/A release is made from a clone with its history/);
  const program = path.join(import.meta.dirname, 'main.ts');
  const said = (args: string[], more: NodeJS.ProcessEnv = {}) =>
    spawnSync(process.execPath, [program, ...args], { env: { ...env, ...more }, encoding: 'utf8' });
  expect(said(['--help'])).toMatchObject({ status: 1, stderr: 'release has one argument: the folder of its files\n' });
  const missing = said([], { BELFRY_RELEASE_KEY_FILE: '/nowhere/key' });
  expect(missing.stderr).toMatch(/^BELFRY_RELEASE_KEY_FILE: \/nowhere\/key cannot be read: ENOENT/);
});
