import { expect, test } from 'vitest';
import { belfry, run } from '../testing/belfry.ts';

const info = {
  ...{ available: true, currentVersion: '1.0.0', latestVersion: '1.1.0', releaseNotes: '', releaseDate: '' },
  ...{ downloadUrl: '', isPrerelease: false },
};
const CHECK = 'GET /api/updates/check';

test('a newer version is named, and the command ends with 2 for a script', async () => {
  const { url } = await belfry({ [CHECK]: info });
  expect(await run('update check', { BELFRY_URL: url })).toEqual({
    output: 'Belfry 1.1.0 is available. This is 1.0.0.\n',
    status: 2,
  });
});

test('an update starts only with --yes, and is followed to its end', async () => {
  const status = {
    ...{ status: 'error', progress: 0, message: 'Version 1.0.0 runs again', error: 'It was not healthy' },
    ...{ updatedAt: '', hasFeed: true },
  };
  const { url, asked } = await belfry({
    [CHECK]: info,
    'POST /api/updates/apply': { status: 'started', message: '' },
    'GET /api/updates/status': status,
  });
  await expect(run('update apply', { BELFRY_URL: url })).rejects.toThrow('Add --yes to start.');
  expect(asked.map(({ call }) => call)).toEqual([CHECK]);
  const done = await run('update apply 1.1.0 --yes', { BELFRY_URL: url });
  expect(asked[1]).toMatchObject({ call: 'POST /api/updates/apply', body: { version: '1.1.0' } });
  expect(done).toEqual({ output: '  0 %  Version 1.0.0 runs again\nIt was not healthy\n', status: 1 });
});

test('the updater refuses to run where no installer has installed Belfry', async () => {
  const words = process.geteuid?.() === 0 ? /was not installed by its installer/ : /Only root/;
  await expect(run('update apply-staged', {})).rejects.toThrow(words);
  await expect(run('update go-back --yes', {})).rejects.toThrow(words);
});
