import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCertificate } from '@belfry/lab/certificate';
import { expect, onTestFinished, test } from 'vitest';
import { belfry, run, standIn } from './testing/belfry.ts';

const ACTIVE = 'GET /api/alerts/active';

test('errors say what to do', async () => {
  const { url } = await belfry({ [ACTIVE]: { hello: 'other program' } });
  await expect(run('alerts', { BELFRY_URL: url })).rejects.toThrow('another version, or another program');
  await expect(run('alerts', { BELFRY_URL: 'http://127.0.0.1:1' })).rejects.toThrow(
    'Nothing answers at http://127.0.0.1:1.',
  );
  await expect(run('alerts', { BELFRY_URL: 'belfry' })).rejects.toThrow('must start with http:// or https://');
  await expect(run('alerts', { BELFRY_URL: url, BELFRY_TOKEN_FILE: '/no' })).rejects.toThrow(
    '/no cannot be read (ENOENT)',
  );
});

test('a certificate that Belfry signed itself is trusted only when its file is named', async () => {
  const { cert, key } = await createCertificate('belfry', '127.0.0.1');
  const server = createSecureServer({ cert, key }, standIn({ [ACTIVE]: [] }).handle).listen(0, '127.0.0.1');
  await new Promise((settle) => server.once('listening', settle));
  onTestFinished(() => void server.close());
  const ca = path.join(mkdtempSync(path.join(tmpdir(), 'belfry-cli-')), 'own.crt');
  writeFileSync(ca, cert);
  const env = { BELFRY_URL: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, BELFRY_TOKEN: 'secret' };
  await expect(run('alerts', env)).rejects.toThrow('name its file with --ca or BELFRY_CA');
  expect((await run('alerts', { ...env, BELFRY_CA: ca })).output).toBe('There are no alerts.\n');
});

test.for(['bash', 'zsh', 'fish'])('completions for %s know the commands below a command', async (shell) => {
  const { output } = await run(`completion ${shell}`, {});
  expect(output).toContain('silence');
  expect(output).toContain('go-back');
  expect(output).toContain('--passphrase-file');
});

test('without an address the command line asks the Belfry with the same environment', async () => {
  const asked = (env: Record<string, string>) => expect(run('alerts', env)).rejects;
  await asked({ BELFRY_PORT: '1' }).toThrow('Nothing answers at http://127.0.0.1:1.');
  await asked({ BELFRY_PORT: '1', BELFRY_TLS_SELF_SIGNED: 'true' }).toThrow('Nothing answers at https://127.0.0.1:1.');
});

test('the words and options after "collector" go to the program of the server, which is missing here', async () => {
  for (const words of ['collector join https://b bfs_x --data-dir /d', 'collector run --listen 1:2 --tls', 'collector'])
    await expect(run(words, {})).rejects.toThrow('/nowhere/apps/server/dist/main.js');
});
