// The agent of the reference product asks its server for a newer version of itself, and replaces itself with what it gets.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../db/testing/temp-store.ts';
import { wholeApp } from './testing/whole-app.ts';

test('the agent of the reference product finds neither a version that is not its own, nor a file to replace itself with', async () => {
  const release = path.join(tempDir(), 'release');
  mkdirSync(release);
  writeFileSync(path.join(release, 'belfry-docker-agent-linux-amd64'), '\u007fELF');
  const agentFiles = { release, installer: '/nowhere', sensorInstaller: '/nowhere' };
  const { call } = await wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true' }, agentFiles });
  // At this word it looks no further.
  expect((await call('GET', '/api/agent/version')).json).toMatchObject({ version: 'dev' });
  for (const file of [
    'pulse-docker-agent?arch=linux-amd64',
    'pulse-docker-agent',
    'pulse-docker-agent.sha256',
    'pulse-agent',
  ])
    expect(await call('GET', `/download/${file}`), file).toMatchObject({
      status: 404,
      json: { error: 'Belfry has no such file. Its Docker agent is at /download/belfry-docker-agent.' },
    });
  for (const script of ['/install.sh', '/install-host-agent.sh'])
    expect((await call('GET', script)).status, script).toBe(404);
  expect((await call('GET', '/download/belfry-docker-agent?arch=amd64')).status).toBe(200);
});
