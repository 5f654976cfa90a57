// The check of the built client finds what the promised browsers do not have, in every kind of script that they load.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

function check(files: Record<string, string>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-client-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, 'assets'));
  for (const [name, text] of Object.entries({ 'assets/app.js': 'export {};', ...files }))
    writeFileSync(path.join(folder, name), text);
  const script = path.join(import.meta.dirname, 'browser-apis.mjs');
  const { status, stdout } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  return { status, said: stdout.split('\n').slice(0, -2).sort() };
}

const NEWER = 'URL.parse (not in chrome 123, edge 123, firefox 120, safari 17.5)';

test('a call that only newer browsers have is found in the app, in the service worker and in the page', () => {
  expect(
    check({
      'assets/app.js': 'export const host = (text) => URL.parse(text)?.host;',
      'notifications.js': 'self.onpush = () => URL.parse("https://a.example");',
      'index.html': '<!doctype html><script>URL.parse(location.href)</script>',
    }),
  ).toEqual({
    status: 1,
    said: ['assets/app.js', 'index.html', 'notifications.js'].map((file) => `${file}: ${NEWER}`),
  });
});

test('what all promised browsers have is accepted', () => {
  expect(check({ 'assets/app.js': 'export const known = (text) => URL.canParse(text) && new URL(text);' })).toEqual({
    status: 0,
    said: [],
  });
});

test('a method that only newer browsers have is found', () => {
  const { status, said } = check({ 'notifications.js': 'self.all = new Set([1]).union(new Set([2]));' });
  expect([status, said.join('\n')]).toEqual([1, expect.stringContaining('SetUnion')]);
});
