import { expect, test } from 'vitest';
import { belfry, run } from '../testing/belfry.ts';

test('the sites are listed, and a new one is added with the command that joins its collector', async () => {
  const site = {
    id: '0123456789abcdef',
    name: 'Cologne',
    status: 'silent',
    version: '1.2.0',
    instances: ['pve1'],
    dockerHosts: [],
  };
  const made = {
    id: site.id,
    token: 'bfs_x',
    command: 'belfry collector join https://b bfs_x',
    expires: '2026-01-02T04:04:05Z',
  };
  const { url, asked } = await belfry({
    'GET /api/sites': [{ ...site, lastSeen: '2026-01-02T03:04:05Z' }],
    'POST /api/sites': made,
  });
  const listed = await run('sites', { BELFRY_URL: url });
  expect(listed.output).toBe(
    'SITE     STATUS  LAST SEEN                VERSION  HOSTS  ID\n' +
      'Cologne  silent  2026-01-02 03:04:05 UTC  1.2.0        1  0123456789abcdef\n',
  );
  const added = await run('sites add Cologne', { BELFRY_URL: url });
  expect(added.output).toContain('\n\nbelfry collector join https://b bfs_x\n');
  expect(asked.at(-1)).toMatchObject({ call: 'POST /api/sites', body: { name: 'Cologne' } });
});
test('the collector of a site looks for hosts, in the subnet that is given; a site of another name is refused with those that there are', async () => {
  const site = { id: '0123456789abcdef', name: 'Cologne', status: 'connected', instances: [], dockerHosts: [] };
  const { url, asked } = await belfry({
    'GET /api/sites': [site],
    'POST /api/sites/0123456789abcdef/scan': {
      servers: [
        { ip: '192.0.2.1', port: 8006, type: 'pve', version: '9.1', hostname: 'pve1' },
        { ip: 'fd00::7', port: 8007, type: 'pbs', version: '4.0' },
      ],
      errors: ['192.0.2.9: too many open files'],
    },
  });
  const scanned = await run('sites scan Cologne --subnet 192.0.2.0/24', { BELFRY_URL: url });
  expect(scanned.output).toBe(
    'KIND                   ADDRESS         NAME  VERSION\n' +
      'Proxmox VE             192.0.2.1:8006  pve1  9.1\n' +
      'Proxmox Backup Server  [fd00::7]:8007  -     4.0\n' +
      '192.0.2.9: too many open files\n',
  );
  expect(asked.at(-1)).toMatchObject({ body: { subnet: '192.0.2.0/24' } });
  await run('sites scan Cologne', { BELFRY_URL: url });
  expect(asked.at(-1)?.body).toEqual({});
  await expect(run('sites scan Bonn', { BELFRY_URL: url })).rejects.toThrow('There are: Cologne');
});
