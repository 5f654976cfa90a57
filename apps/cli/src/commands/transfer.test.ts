import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inEnglish } from '@belfry/domain/sentences/english';
import { expect, test } from 'vitest';
import type { Api } from '../api.ts';
import { belfry, run } from '../testing/belfry.ts';
import { importFrom } from './transfer.ts';

test('an import prints every name that was not taken over, with its reason', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'import-')), 'pulse.txt');
  writeFileSync(file, 'sealed');
  const names = Array.from({ length: 30 }, (_, i) => `webhook Pigeon ${i}`);
  const left = names.map((name) => ({ path: name, ...inEnglish({ id: 'file.left.invalid' }) }));
  const answer = { status: 'success', message: 'Configuration imported: 2 hosts.', left, notices: [], sentences: [] };
  const api: Pick<Api, 'call'> = { call: async ({ reply }) => reply.parse(answer) };
  let text = '';
  const write = (more: string) => {
    text += more;
  };
  await importFrom(api, { write, isJson: false, columns: 80 }, file, 'a long passphrase');
  expect(text.split('\n')).toEqual([
    'The configuration is imported.',
    ...names.map((name) => `  ${name}: not valid in Belfry`),
    '',
  ]);
});

test('an export is for its owner only, and never replaces a file', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'belfry-cli-'));
  const file = path.join(dir, 'belfry.export');
  const { url } = await belfry({ 'POST /api/config/export': { status: 'success', data: 'sealed' } });
  const env = { BELFRY_URL: url, BELFRY_PASSPHRASE: 'twelve letters' };
  await run(`export ${file}`, env);
  expect(readFileSync(file, 'utf8')).toBe('sealed');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await expect(run(`export ${file}`, env)).rejects.toThrow(`${file} exists.`);
  await expect(run(`export ${file}2`, { BELFRY_URL: url })).rejects.toThrow('BELFRY_PASSPHRASE');
});
