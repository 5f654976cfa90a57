import { expect, test } from 'vitest';
import { deploymentOf, isBetweenReleases } from './build.ts';

const nothing = { isDocker: false, isProxmoxContainer: false, isService: false };

test.each([
  ['an image', { isDocker: true }, 'docker'],
  ['the container of a Proxmox VE host, also as a service', { isProxmoxContainer: true, isService: true }, 'proxmoxve'],
  ['sources', { isService: true }, 'development'],
] as const)('%s is reported as its kind of installation', (_, surroundings, deployment) => {
  expect(deploymentOf({ ...nothing, ...surroundings })).toBe(deployment);
});

test.each([
  ['1.2.0', false],
  ['1.2.0-rc.1', false],
  ['1.2.0-dirty', true],
  ['1.2.0-4-g1a2b3c4', true],
  ['1.2.0-rc.1-12-g1a2b3c4d-dirty', true],
])('%s: a build of development, %s', (version, development) => expect(isBetweenReleases(version)).toBe(development));
