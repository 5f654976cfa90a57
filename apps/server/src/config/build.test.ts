import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../db/testing/temp-store.ts';
import { deploymentOf, describedIn } from './build.ts';

const nothing = { isDocker: false, isProxmoxContainer: false, isService: false };

test.each([
  ['an image', { isDocker: true }, 'docker'],
  ['the container of a Proxmox VE host, also as a service', { isProxmoxContainer: true, isService: true }, 'proxmoxve'],
  ['sources', { isService: true }, 'development'],
] as const)('%s is reported as its kind of installation', (_, surroundings, deployment) => {
  expect(deploymentOf({ ...nothing, ...surroundings })).toBe(deployment);
});

test('the version of a checkout is that of its build, and a broken file is none', () => {
  const file = path.join(tempDir(), 'version.json');
  expect(describedIn(file)).toBeUndefined();
  for (const broken of ['', '{', '[]', 'null', '{"version":1}', '{"version":""}']) {
    writeFileSync(file, broken);
    expect(describedIn(file)).toBeUndefined();
  }
  writeFileSync(file, '{"version":"1.2.0-4-g1a2b3c4"}\n');
  expect(describedIn(file)).toBe('1.2.0-4-g1a2b3c4');
});
