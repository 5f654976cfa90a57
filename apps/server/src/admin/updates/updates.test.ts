import { fail, ok } from '@belfry/domain/result';
import type { SystemSettings } from '@belfry/schema/http/system';
import type { Down } from '@belfry/schema/messages/down';
import { expect, onTestFinished, test } from 'vitest';
import { tempDir, tempStore } from '../../db/testing/temp-store.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import type { Feed } from './feed.ts';
import { newest, parseReleases } from './releases.ts';
import { nextLook } from './schedule.ts';
import { createUpdates, FRESH_MS, NO_FEED } from './updates.ts';

const HOUR = 3_600_000;
const release = (version: string, more: object = {}) => ({
  ...{ version, notes: `What is new in ${version}`, date: '2026-01-01T00:00:00Z', prerelease: version.includes('-') },
  ...{ page: `https://releases.example/${version}`, files: new Map(), ...more },
});

async function setUp(
  feed: Feed | undefined,
  settings: Partial<SystemSettings> = {},
  { dataDir = tempDir(), version = '1.2.0' } = {},
) {
  const clock = fakeClock(new Date(2026, 0, 5, 12, 0).getTime());
  const announced: Down[] = [];
  const current = {
    updateChannel: 'stable',
    autoUpdateEnabled: false,
    autoUpdateCheckInterval: 24,
    autoUpdateTime: '03:00',
    ...settings,
  };
  const store = await tempStore({ clock, dataDir });
  const updates = createUpdates({
    version,
    feed,
    settings: () => current as SystemSettings,
    store: store.settings,
    announce: (message) => announced.push(message),
    clock,
  });
  onTestFinished(updates.start());
  return { clock, announced, updates, current, store, dataDir };
}

test('without a list of releases no request is made, and the status says so', async () => {
  const { updates, announced } = await setUp(undefined);
  expect(await updates.check()).toMatchObject({ available: false, latestVersion: '1.2.0', warning: NO_FEED });
  expect(updates.status()).toMatchObject({ status: 'idle', progress: 0, message: NO_FEED, error: '' });
  expect(announced).toEqual([]);
});

test('the newest release of the channel is reported with its notes and its page', async () => {
  const { updates, announced } = await setUp(async () =>
    ok([release('1.3.0'), release('1.4.0-rc.1'), release('1.10.0'), release('1.1.0')]),
  );
  expect(await updates.check()).toEqual({
    available: true,
    currentVersion: '1.2.0',
    latestVersion: '1.10.0',
    releaseNotes: 'What is new in 1.10.0',
    releaseDate: '2026-01-01T00:00:00Z',
    downloadUrl: 'https://releases.example/1.10.0',
    isPrerelease: false,
  });
  expect(updates.known().latestVersion).toBe('1.10.0');
  expect(updates.status()).toMatchObject({ status: 'available', progress: 100, error: '' });
  expect(announced.map((message) => message.type === 'update:progress' && message.data.status)).toEqual([
    'checking',
    'available',
  ]);
});

test('release candidates are offered only on their channel, which the settings or the request may choose', async () => {
  const feed: Feed = async () => ok([release('1.3.0'), release('1.4.0-rc.2')]);
  expect(await (await setUp(feed, { updateChannel: 'rc' })).updates.check()).toMatchObject({
    latestVersion: '1.4.0-rc.2',
    isPrerelease: true,
  });
  expect(await (await setUp(feed)).updates.check('rc')).toMatchObject({ latestVersion: '1.4.0-rc.2' });
});

test('the running release and older ones are not updates', async () => {
  const { updates } = await setUp(async () => ok([release('1.2.0'), release('1.0.0')]));
  expect(await updates.check()).toMatchObject({ available: false, latestVersion: '1.2.0', downloadUrl: '' });
  expect(updates.status().message).toBe('You are running the latest version');
});

test('a build after a release is offered only what comes after that release', async () => {
  const found = [release('1.2.0'), release('1.2.1-rc.1'), release('1.1.0')];
  const of = async (version: string, releases = found) => {
    const { updates } = await setUp(async () => ok(releases), {}, { version });
    const { available, latestVersion } = await updates.check('rc');
    return available && latestVersion;
  };
  expect([await of('1.2.0-4-g1a2b3c4'), await of('1.2.0-dirty')]).toEqual(['1.2.1-rc.1', '1.2.1-rc.1']);
  expect([await of('1.2.1-rc.1-2-g1a2b3c4'), await of('1.2.0-rc.9-2-g1a2b3c4', [release('1.2.0')])]).toEqual([
    false,
    '1.2.0',
  ]);
});

test('requests at the same time, or soon after an answer or a failure, share that result', async () => {
  let asked = 0;
  const { clock, updates } = await setUp(async () => {
    asked++;
    return asked === 1 ? fail('releases.example does not answer') : ok([release('2.0.0')]);
  });
  const [first] = await Promise.all([updates.check(), updates.check(), updates.check('rc')]);
  await updates.check();
  expect([asked, first?.available, first?.warning]).toEqual([1, false, 'releases.example does not answer']);
  expect(updates.status()).toMatchObject({ status: 'error', error: 'releases.example does not answer' });
  await clock.advance(FRESH_MS);
  expect(await updates.check()).toMatchObject({ available: true, latestVersion: '2.0.0' });
  expect([asked, updates.status().error]).toEqual([2, '']);
});

test('automatic checks run only when they are switched on, at the time and interval in the settings', async () => {
  const times: string[] = [];
  const { clock, current, store } = await setUp(async () => {
    const now = new Date(clock.now());
    times.push(`${now.getDate()} ${now.getHours()}`);
    return ok([]);
  });
  /** A check stores its time and then what it found, in real time. What is stored after that waits for both. */
  const pass = async (hours: number) => {
    for (let hour = 0; hour < hours; hour++) {
      await clock.advance(HOUR);
      for (const name of ['test.one', 'test.two']) await store.settings.keep(name, hour);
    }
  };
  await pass(30);
  expect(times).toEqual([]);
  current.autoUpdateEnabled = true;
  await pass(48);
  expect(times).toEqual(['7 3', '8 3']);
  Object.assign(current, { autoUpdateCheckInterval: 12, autoUpdateTime: '20:30' });
  await pass(24);
  expect(times.slice(2)).toEqual(['8 20', '9 8']);
});

test('the time of the next weekly check is the same at every hour of the week', () => {
  const weekly = { everyHours: 168, time: '03:00' };
  const last = new Date(2026, 0, 5, 3, 0, 20).getTime();
  const next = new Date(2026, 0, 12, 3, 0).getTime();
  for (const hours of [1, 24, 100, 160]) expect(nextLook(weekly, last + hours * HOUR, last)).toBe(next);
  expect(nextLook(weekly, next, last)).toBe(next + 24 * HOUR);
});

test('the files of a release are known by their names; an address without https is left out', () => {
  const asset = (name: string, browser_download_url: string, size?: unknown) => ({ name, browser_download_url, size });
  const assets = [
    asset('a', 'https://x.example/a', 5),
    asset('b', 'http://x.example/b', 5),
    asset('c', 'https://x.example/c', 'many'),
    ...['file:///etc/passwd', 7].map((url) => asset('d', url as string)),
    null,
  ];
  const files = (list: unknown) => {
    const [first] = parseReleases(JSON.stringify([{ tag_name: 'v1.3.0', assets: list }])) ?? [];
    return [...(first?.files ?? [])];
  };
  expect(files(assets)).toEqual([
    ['a', { url: 'https://x.example/a', size: 5 }],
    ['c', { url: 'https://x.example/c', size: undefined }],
  ]);
  expect([files(null), files('none')]).toEqual([[], []]);
});

test('invalid entries of the list are left out: drafts, unknown tags, pages that are not web addresses', () => {
  const list = [
    { tag_name: 'v1.3.0', html_url: 'javascript:alert(1)', body: null },
    { tag_name: 'v1.4.0', draft: true },
    { tag_name: 'nightly' },
    'nonsense',
    { tag_name: 'v2.0.0-rc.1', prerelease: false },
  ];
  const releases = parseReleases(JSON.stringify(list)) ?? [];
  expect(releases.map(({ version, page, prerelease }) => [version, page, prerelease])).toEqual([
    ['1.3.0', '', false],
    ['2.0.0-rc.1', '', true],
  ]);
  expect(newest(releases, 'stable')?.version).toBe('1.3.0');
  expect(parseReleases('<html>')).toBeUndefined();
  expect(parseReleases('{"message":"rate limited"}')).toBeUndefined();
});

test('after a restart the newer release and its files are known without a request, and the next check asks again', async () => {
  const files = new Map([['belfry.tar.gz', { url: 'https://releases.example/belfry.tar.gz', size: 7 }]]);
  const first = await setUp(async () => ok([release('1.3.0', { files }), release('1.4.0-rc.1'), release('1.1.0')]));
  await first.updates.check();
  await first.store.close();
  const asked: string[] = [];
  const feed: Feed = async () => {
    asked.push('again');
    return fail('releases.example does not answer');
  };
  const { updates, current } = await setUp(feed, {}, { dataDir: first.dataDir });
  expect(updates.known()).toMatchObject({
    available: true,
    latestVersion: '1.3.0',
    releaseNotes: 'What is new in 1.3.0',
  });
  expect(updates.releases().map(({ version, files }) => [version, [...files.keys()]])).toEqual([
    ['1.3.0', ['belfry.tar.gz']],
    ['1.4.0-rc.1', []],
  ]);
  current.updateChannel = 'rc';
  expect([updates.known().latestVersion, asked]).toEqual(['1.4.0-rc.1', []]);
  await updates.check();
  expect(asked).toEqual(['again']);
});
