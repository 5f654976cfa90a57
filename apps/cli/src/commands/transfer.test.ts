import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inEnglish } from '@belfry/domain/sentences/english';
import { expect, test } from 'vitest';
import type { Api } from '../api.ts';
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
