import { expect, test } from 'vitest';
import { signs } from '../../sources/registry.ts';
import { hostnameOf, identify, versionOf } from './identify.ts';

const page = (title: string) => `<!DOCTYPE html><html><head><title>${title}</title></head></html>`;

test.each([
  ['the page of a hypervisor', page('pve1 - Proxmox Virtual Environment'), [], 'pve'],
  ['the page of a backup server', page('pbs1 - Proxmox Backup Server'), [], 'pbs'],
  ['the page of a mail gateway', page('mx - Proxmox Mail Gateway'), [], 'pmg'],
  ['the certificate every hypervisor makes', '', ['PVE Cluster Node', 'PVE Cluster Manager CA'], 'pve'],
  ['the certificate every backup server makes', '', ['Proxmox Backup Server'], 'pbs'],
  ['the certificate every mail gateway makes', '', ['Proxmox Mail Gateway'], 'pmg'],
  ['a page wins over a copied certificate', page('mx - Proxmox Mail Gateway'), ['Proxmox Virtual Environment'], 'pmg'],
  ['another product with a copied certificate', page('Grafana'), ['Proxmox Virtual Environment'], undefined],
  ['an open port alone', '', [], undefined],
  ['a page that only writes about it', '<p>Proxmox Virtual Environment</p>', [], undefined],
])('%s', (_, html, organizations, type) => {
  expect(identify({ page: html, organizations }, signs)).toBe(type);
});

test('the name comes from the certificate, else from the page', () => {
  const titled = page('pve1 - Proxmox Virtual Environment');
  expect(hostnameOf({ page: titled, organizations: [], commonName: 'pve1.lan' })).toBe('pve1.lan');
  expect(hostnameOf({ page: titled, organizations: [], commonName: '10.0.0.1' })).toBe('pve1');
  expect(hostnameOf({ page: page('<b>'), organizations: [], commonName: '<b>' })).toBeUndefined();
});

test.each([
  [200, '{"data":{"version":"9.1.2","release":"9.1"}}', { version: '9.1.2', release: '9.1' }],
  [401, '{"data":null}', { version: 'Unknown' }],
  [200, '{"data":null}', { version: 'Unknown' }],
  [200, '<html>', { version: 'Unknown' }],
  [200, '{"data":{"version":{"a":1}}}', { version: 'Unknown' }],
])('the version is present only if the answer contains it: %i %s', (status, body, expected) => {
  expect(versionOf(status, body)).toEqual(expected);
});
