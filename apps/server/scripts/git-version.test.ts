import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { describe } from './git-version.ts';

function aCheckout() {
  const root = mkdtempSync(path.join(tmpdir(), 'belfry-checkout-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: root, stdio: 'pipe' });
  const change = (text: string) => writeFileSync(path.join(root, 'file'), text);
  const commit = (text: string) => {
    change(text);
    git('add', 'file');
    git('commit', '--quiet', '--message', text);
  };
  git('init', '--quiet');
  return { root, git, change, commit, version: () => describe(root, '1.0.0') };
}

test('a release is its tag, a commit after it counts from it, and changes are said', () => {
  const { git, change, commit, version } = aCheckout();
  commit('one');
  git('tag', 'v1.0.0-rc.1');
  expect(version()).toBe('1.0.0-rc.1');
  commit('two');
  commit('three');
  expect(version()).toMatch(/^1\.0\.0-rc\.1-2-g[0-9a-f]{7,}$/);
  git('tag', '--annotate', '--message', 'A release', 'v1.1.0');
  git('tag', 'v1');
  expect(version()).toBe('1.1.0');
  change('four');
  expect(version()).toBe('1.1.0-dirty');
  commit('four');
  change('five');
  expect(version()).toMatch(/^1\.1\.0-1-g[0-9a-f]{7,}-dirty$/);
});

test('a clone without tags has the version of its package.json, with its commit', () => {
  const { change, commit, version } = aCheckout();
  commit('one');
  commit('two');
  expect(version()).toMatch(/^1\.0\.0-2-g[0-9a-f]{7,}$/);
  change('three');
  expect(version()).toMatch(/^1\.0\.0-2-g[0-9a-f]{7,}-dirty$/);
});

test('an archive inside a checkout, and a checkout without a commit, have no version of git', () => {
  const { root, version } = aCheckout();
  expect(version()).toBeUndefined();
  mkdirSync(path.join(root, 'unpacked'));
  expect(describe(path.join(root, 'unpacked'), '1.0.0')).toBeUndefined();
});
