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
