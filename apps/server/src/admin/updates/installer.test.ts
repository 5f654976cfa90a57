// An update from the request to its result: with real downloads, signed releases, and the files of the updater.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { UpdateRequest, type UpdaterStatus } from '@belfry/release/exchange';
import { platform, WATCHER } from '@belfry/release/installation';
import { archiveName } from '@belfry/release/release-files';
import type { UpdateStatus } from '@belfry/schema/http/updates';
import { expect, onTestFinished, test } from 'vitest';
import { parseSigningKey, signatureOf } from '../../../../../scripts/release/signature.ts';
import { keyPair } from '../../../../../scripts/release/testing/key-pair.ts';
import { tempDir, tempStore } from '../../db/testing/temp-store.ts';
import { systemClock } from '../../lib/clock.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createHttpClient } from '../../lib/http-client.ts';
import { startTlsServer } from '../../sources/testing/tls-server.ts';
import { createDownload } from './download.ts';
import { createInstaller, findRelease } from './installer.ts';
import { parseReleases } from './releases.ts';
import { createRuns, type Run } from './runs.ts';
import { createStaging } from './staging.ts';

const keys = keyPair();
const archive = archiveName('1.1.0', platform);
const content = Buffer.alloc(300_000, 'belfry');
const sums = `${createHash('sha256').update(content).digest('hex')}  ${archive}\n`;
const good: Record<string, string | Buffer> = {
  [archive]: content,
  SHA256SUMS: sums,
  'SHA256SUMS.minisig': signatureOf(parseSigningKey(keys.secretKey), Buffer.from(sums), 'belfry:1.1.0'),
};
const by = { by: 'admin', initiatedBy: 'user', via: 'ui' } as const;
type Answer = (response: ServerResponse, name: string) => boolean;

/** `files`: what the code host has in place of the right ones. `answer`: true when it answered in another way. */
async function setUp(files: Record<string, string | Buffer> = {}, answer: Answer = () => false) {
  const [dataDir, root, units] = [tempDir(), tempDir(), tempDir()];
  const keyFile = path.join(root, 'release.pub');
  writeFileSync(keyFile, keys.publicKey);
  writeFileSync(path.join(units, WATCHER), '');
  const host = await startTlsServer((request, response) => {
    const name = request.url?.slice(1) ?? '';
    if (!answer(response, name)) response.end({ ...good, ...files }[name]);
  });
  const client = createHttpClient({ clock: systemClock, trust: () => ({ mode: 'off' }) });
  onTestFinished(async () => {
    await client.close();
    await host.stop();
  });
  const assets = Object.entries(good).map(([name, text]) => ({
    ...{ name, browser_download_url: `${host.origin}/${name}`, size: text.length },
  }));
  const page = 'https://releases.example/1.1.0';
  const feed = parseReleases(JSON.stringify([{ tag_name: 'v1.1.0', html_url: page, assets }])) ?? [];
  const [release] = feed;
  if (!release) throw new Error('no release');
  const clock = fakeClock(1e12);
  const stored = createRuns((await tempStore({ clock })).settings);
  const writes: Promise<void>[] = [];
  const put = (run: Run) => {
    const write = stored.put(run);
    writes.push(write);
    return write;
  };
  const runs = { ...stored, put };
  // before the store is closed
  onTestFinished(async () => void (await Promise.all(writes)));
  const installation = { root, keyFile, unitFolders: [units] };
  const staging = createStaging(dataDir, installation);
  const told: UpdateStatus[] = [];
  const make = () =>
    createInstaller({
      ...{ installation, staging, runs, clock, version: '1.0.0', deployment: 'systemd' },
      download: createDownload(client, '1.0.0', new AbortController().signal),
      tell: (status) => told.push(status),
    });
  const at = (name: string) => path.join(dataDir, 'updates', name);
  return {
    ...{ release, feed, runs, staging, clock, told, make, at, host, keyFile, units },
    installer: make(),
    request: () => UpdateRequest.parse(JSON.parse(readFileSync(at('request.json'), 'utf8'))),
    /** What the updater says. */
    async say(id: string, status: UpdaterStatus['status'], more: Partial<UpdaterStatus> = {}) {
      const whole = { id, version: '1.1.0', status, progress: 40, message: status, error: '', backupPath: '', ...more };
      mkdirSync(at(''), { recursive: true });
      writeFileSync(at('status.json'), JSON.stringify({ ...whole, updatedAt: `${status} ${clock.now()}` }));
      await clock.advance(1_000);
    },
  };
}
type SetUp = Awaited<ReturnType<typeof setUp>>;

/** The run after it came to its end in the server. */
async function failedRun({ installer, release, runs }: SetUp): Promise<string> {
  await installer.begin(release, by);
  await expect.poll(installer.isBusy).toBe(false);
  await expect.poll(() => runs.all()[0]?.status).toBe('failed');
  return runs.all()[0]?.error ?? '';
}

test('the release is downloaded and checked, the updater is asked, and its result is in the history', async () => {
  const { installer, release, told, at, request, runs, clock, say } = await setUp();
  const { id } = await installer.begin(release, by);
  expect([installer.isBusy(), runs.all()[0]]).toMatchObject([
    true,
    { status: 'in_progress', from: '1.0.0', to: '1.1.0' },
  ]);
  await expect.poll(() => existsSync(at('request.json'))).toBe(true);
  expect(request()).toEqual({ id, version: '1.1.0', previous: '1.0.0', requestedAt: expect.any(String), by: 'admin' });
  expect(readdirSync(at('staged')).toSorted()).toEqual(Object.keys(good).toSorted());
  await say(id, 'extracting');
  await say(id, 'restarting', { progress: 95 });
  expect(installer.status()).toMatchObject({ status: 'restarting', progress: 95, version: '1.1.0', error: '' });
  await say(id, 'completed', { outcome: 'success', backupPath: '/opt/x.tar' });
  expect(runs.all()).toEqual([
    expect.objectContaining({
      status: 'success',
      backupPath: '/opt/x.tar',
      durationMs: 3_000,
      bytes: 300_000,
      by: 'admin',
    }),
  ]);
  expect(installer.status()).toMatchObject({ status: 'completed', progress: 100, error: '' });
  const kinds = told.map(({ status }) => status).filter((kind, n, all) => kind !== all[n - 1]);
  expect(kinds).toEqual(['downloading', 'verifying', 'extracting', 'restarting', 'completed']);
  expect(told.map(({ progress }) => progress)).toEqual(told.map(({ progress }) => progress).toSorted((a, b) => a - b));
  await clock.advance(11 * 60_000);
  expect(installer.status()).toBeUndefined();
});

test.for<[string, Record<string, string | Buffer>, RegExp]>([
  ['archive', { [archive]: Buffer.alloc(300_000, 'x') }, /is refused: its SHA-256 is [0-9a-f]{64}, and SHA256SUMS has/],
  ['list of checksums', { SHA256SUMS: sums.replace(/^./, 'z') }, /the signature does not match: the file was changed/],
  ['signature', { 'SHA256SUMS.minisig': 'hello' }, /is not a signature of minisign/],
])('a release with another %s is refused with the reason, and the updater is not asked', async ([, files, reason]) => {
  const made = await setUp(files);
  expect(await failedRun(made)).toMatch(reason);
  expect(made.installer.status()).toMatchObject({ status: 'error', error: expect.stringMatching(reason) });
  expect(readdirSync(made.at(''))).toEqual([]);
});

const redirect = (location: string): Answer => {
  return (response) => {
    response.writeHead(302, { location }).end();
    return true;
  };
};

test.for<[string, Answer, RegExp]>([
  [
    'another host',
    redirect('https://evil.example/x'),
    /redirects to another host, evil\.example, which is not followed/,
  ],
  ['an address without https', redirect('http://127.0.0.1/x'), /redirects to another host/],
  ['a host that looks like a known one', redirect('https://x.githubusercontent.com/x'), /which is not followed/],
  ['itself for ever', redirect('/again'), /redirects too often/],
])('a download that leads to %s ends the update', async ([, answer, reason]) => {
  const made = await setUp({}, answer);
  expect(await failedRun(made)).toMatch(reason);
  expect(made.host.requests.length).toBeLessThan(5);
});

test('a redirect within the host is followed', async () => {
  const made = await setUp({}, (response, name) => {
    if (!name.startsWith('SHA') || name.endsWith('?2')) return false;
    response.writeHead(302, { location: `/${name}?2` }).end();
    return true;
  });
  expect(await failedRun(made)).toMatch(/./);
  expect(made.host.requests.map(({ url }) => url)).toContain('/SHA256SUMS?2');
});

test('an answer with another status, and one that is longer than the list of releases says, end the update', async () => {
  const missing = await setUp({}, (response) => {
    response.writeHead(404).end();
    return true;
  });
  expect(await failedRun(missing)).toMatch(/answered 404 Not Found to the request for \/SHA256SUMS/);
  const long = await setUp({ [archive]: Buffer.alloc(300_001, 'belfry') });
  expect(await failedRun(long)).toMatch(/is larger than we read/);
  expect(readdirSync(long.at(''))).toEqual([]);
});

test('the update goes on after a restart, and says when the version before runs again', async () => {
  const made = await setUp();
  const { id } = await made.installer.begin(made.release, by);
  await expect.poll(() => existsSync(made.at('request.json'))).toBe(true);
  made.installer.stop();
  const next = made.make();
  await next.start();
  expect(next.status()).toMatchObject({ status: 'restarting', version: '1.1.0' });
  await made.say(id, 'error', {
    outcome: 'rolled_back',
    error: 'It was not healthy',
    message: 'Version 1.0.0 runs again',
  });
  expect(next.status()).toMatchObject({ status: 'error', rolledBack: true, error: 'It was not healthy' });
  expect(made.runs.all()).toMatchObject([{ status: 'rolled_back', error: 'It was not healthy' }]);
  const later = made.make();
  await later.start();
  expect([later.isBusy(), later.status()]).toEqual([false, undefined]);
});

test('after an administrator went back, the update that the old data has as running is rolled back in the history, with the cause', async () => {
  const made = await setUp();
  const { id } = await made.installer.begin(made.release, by);
  await expect.poll(() => existsSync(made.at('request.json'))).toBe(true);
  made.installer.stop();
  // days later the copy of the data, which was made in the middle of this update, is put back
  await made.clock.advance(3 * 86_400_000);
  const cause = 'An administrator (root) went back from 1.1.0 with "belfry update go-back"';
  const [outcome, backupPath] = ['rolled_back', '/opt/belfry/updates/kept-1.1.0.tar'] as const;
  await made.say(id, 'error', { outcome, backupPath, error: cause, message: 'Version 1.0.0 runs again' });
  const next = made.make();
  await next.start();
  expect(made.runs.all()).toMatchObject([
    { status: 'rolled_back', from: '1.0.0', to: '1.1.0', error: cause, backupPath },
  ]);
  expect(next.status()).toMatchObject({ rolledBack: true, error: cause, message: 'Version 1.0.0 runs again' });
});

test('an update that a restart interrupted while it downloaded has failed', async () => {
  const made = await setUp({}, () => true);
  await made.installer.begin(made.release, by);
  made.installer.stop();
  await made.make().start();
  expect(made.runs.all()).toMatchObject([
    { status: 'failed', error: expect.stringMatching(/stopped while it downloaded/) },
  ]);
});

test('if the updater says nothing, the update has failed and its request is removed', async () => {
  const made = await setUp();
  await made.installer.begin(made.release, by);
  await expect.poll(() => existsSync(made.at('request.json'))).toBe(true);
  // the status of an earlier run does not count
  await made.say('another', 'completed', { outcome: 'success' });
  expect(made.installer.isBusy()).toBe(true);
  await made.clock.advance(130_000);
  await expect.poll(made.installer.isBusy).toBe(false);
  expect(made.runs.all()).toMatchObject([
    { status: 'failed', error: expect.stringMatching(/The updater did not answer/) },
  ]);
  expect(existsSync(made.at('request.json'))).toBe(false);
});

test('the plan names what an update needs and does not have', async () => {
  const { installer, release, units, keyFile } = await setUp();
  expect(await installer.problems(release)).toEqual([]);
  rmSync(path.join(units, WATCHER));
  rmSync(keyFile);
  const vast = new Map([...release.files].map(([name, file]) => [name, { ...file, size: 1e18 }]));
  const problems = await installer.problems({ ...release, files: vast });
  expect(problems.map(({ named }) => named.id)).toEqual(['noUpdater', 'noKey', 'noRoom', 'noRoom']);
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringMatching(/belfry-update\.path is missing/),
    expect.stringMatching(/release\.pub, is missing/),
    expect.stringMatching(/MB free, and 2000000000000 MB are needed/),
    expect.stringMatching(/MB free, and 5000000000000 MB are needed/),
  ]);
  expect((await installer.problems({ ...release, files: new Map() }))[0]?.message).toMatch(
    /The release has no belfry-1\.1\.0-/,
  );
});

test('a release is found by its version or by an address that the list names, and by no other address', async () => {
  const { feed, host } = await setUp();
  const found = (wanted: Parameters<typeof findRelease>[1]) => findRelease(feed, wanted).ok;
  expect(found({ version: 'v1.1.0' })).toBe(true);
  expect(found({ downloadUrl: `${host.origin}/${archive}` })).toBe(true);
  expect(found({ downloadUrl: 'https://releases.example/1.1.0', version: '1.1.0' })).toBe(true);
  expect(found({ downloadUrl: `https://evil.example/${archive}` })).toBe(false);
  expect(found({ downloadUrl: `https://evil.example/${archive}`, version: '1.1.0' })).toBe(false);
  expect(found({ version: '1.2.0' })).toBe(false);
});
