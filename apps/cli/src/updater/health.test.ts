import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { addressOf, readEnvFile } from './health.ts';

test('the settings of the service are read as systemd reads them, and no file has none', () => {
  const file = path.join(tmpdir(), `belfry-env-${process.pid}`);
  writeFileSync(file, '# BELFRY_PORT=1\nBELFRY_PORT=8080\nBELFRY_HOST="::"\n X = \'a b\'\nnonsense\n');
  expect(readEnvFile(file)).toEqual({ BELFRY_PORT: '8080', BELFRY_HOST: '::', X: 'a b' });
  expect(readEnvFile('/nowhere')).toEqual({});
});

test('the server is asked at its own address; one that listens everywhere, at the address of this machine', () => {
  expect(addressOf({})).toBe('127.0.0.1:7655');
  expect(addressOf({ BELFRY_HOST: '0.0.0.0', BELFRY_PORT: '80' })).toBe('127.0.0.1:80');
  expect(addressOf({ BELFRY_HOST: '::' })).toBe('[::1]:7655');
  expect(addressOf({ BELFRY_HOST: 'fd00::1' })).toBe('[fd00::1]:7655');
  expect(addressOf({ BELFRY_HOST: '10.0.0.5' })).toBe('10.0.0.5:7655');
});
