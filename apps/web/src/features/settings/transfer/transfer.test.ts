import { expect, test } from 'vitest';
import { ApiError } from '../../../api/client.ts';
import { backupFileName, readBackupFile, readBackupText } from './backup-file.ts';
import { transferFailure } from './failure.ts';

const file = (text: string, size = text.length) => ({ size, text: async () => text });
const refused = (status: number, text = '') => new ApiError(status, { text, code: '', details: {}, body: {} });
const attempt = { what: 'export', withToken: false, signInDisabled: false } as const;

test('the file has the name of the product and the day', () => {
  expect(backupFileName(Date.UTC(2026, 2, 9, 23))).toBe('belfry-config-2026-03-09.json');
});

test('a file is read by its field data; anything else is an error in words', async () => {
  expect(await readBackupFile(file('{"status":"success","data":"sealed"}'))).toBe('sealed');
  for (const text of ['', 'no json', '[]', 'null', '{"data":1}', '{"status":"success"}'])
    await expect(readBackupFile(file(text))).rejects.toThrow('Invalid JSON file format');
});

test('a text that is pasted is a whole file, or what is in it, also in lines', () => {
  const pulse = 'pZ8+/'.repeat(40);
  expect(readBackupText('{"data":"sealed"}')).toBe('sealed');
  expect(readBackupText(`${pulse.slice(0, 76)}\n${pulse.slice(76)}\n`)).toBe(pulse);
  expect(readBackupText(' belfry1.65536.3.1.abc.def-_ ')).toBe('belfry1.65536.3.1.abc.def-_');
  for (const text of ['', 'passphrase', `${pulse}!`]) expect(() => readBackupText(text)).toThrow('Invalid JSON');
});

test('a file that the server would refuse for its size is not read', async () => {
  const huge = { size: 17 << 20, text: () => Promise.reject(new Error('read')) };
  await expect(readBackupFile(huge)).rejects.toThrow('too large');
});

test.each([
  ['export', 401, 'Export requires authentication'],
  ['export', 403, 'Export requires authentication'],
  ['import', 403, 'Import requires authentication'],
  ['export', 500, 'Failed to export configuration'],
  ['import', 400, 'Failed to import configuration'],
] as const)('%s, refused with %d: %s', (what, status, text) => {
  expect(transferFailure(refused(status), { ...attempt, what })).toEqual({ text, needsToken: false });
});

test("the server's words follow", () => {
  expect(transferFailure(refused(400, 'The passphrase is wrong'), { ...attempt, what: 'import' }).text).toBe(
    'Failed to import configuration: The passphrase is wrong',
  );
});

test('a token that is refused is asked for again; also where nobody can sign in, and where the server names the token', () => {
  expect(transferFailure(refused(401), { ...attempt, withToken: true })).toEqual({
    text: 'Invalid or expired API token. Please re-enter.',
    needsToken: true,
  });
  expect(transferFailure(refused(403), { ...attempt, signInDisabled: true }).needsToken).toBe(true);
  expect(transferFailure(refused(500, 'API_TOKEN is not set'), attempt).needsToken).toBe(true);
  expect(transferFailure(refused(403), attempt).needsToken).toBe(false);
});
