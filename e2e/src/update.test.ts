// Updates of an installed archive, in a container without Node: to the next build, back from broken ones, and none to changed ones.
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { noEngine, sweep } from './engine/docker.ts';
import { type InstalledMachine, installOn } from './engine/installed-machine.ts';
import { type ReleaseHost, startReleaseHost } from './engine/release-host.ts';
import { type Updates, updatesOf } from './updates.ts';

const release = inject('release');
const missing =
  release.missing ??
  (process.arch === 'x64' ? await noEngine() : 'releases are tested with a 64-bit Intel or AMD processor');

let host: ReleaseHost;
let machine: InstalledMachine;
let updates: Updates;
const archiveOf = (version: string) => `belfry-${version}-linux-x64.tar.gz`;

/** The end of the list of migrations in the built server. */
const migrationsEnd = ') STRICT;\n`\n];\n';

beforeAll(async () => {
  if (missing) return;
  host = await startReleaseHost(release);
  host.add('1.0.0');
  host.add('1.1.0');
  host.add('1.2.0', [['', 'process.exit(1);\n']]);
  // its first new step is in the database before the second one fails
  const broken =
    ') STRICT;\n`, "CREATE TABLE half_done (id TEXT) STRICT;", "ALTER TABLE nothing ADD COLUMN x TEXT;"\n];\n';
  host.add('1.3.0', [[migrationsEnd, broken]]);
  host.add('1.4.0', [['status: "healthy"', 'status: "ill"']]);
  host.add('1.5.0', [], (entry) => ({
    ...entry,
    assets: entry.assets.map((asset) => ({
      ...asset,
      browser_download_url: asset.browser_download_url.replace('https', 'http'),
    })),
  }));
  machine = await installOn(host, '1.0.0');
  updates = updatesOf(machine);
});
afterAll(async () => {
  if (missing) return;
  await sweep();
  host?.stop();
});

const newest = async () => (await updates.history())[0];
const processId = () => machine.sh('cat /run/belfry.pid');
const theme = async () => ((await machine.api('GET', '/api/config/system')) as { theme: string }).theme;

const changed = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes);
  copy[copy.length >> 1] = (copy[copy.length >> 1] ?? 0) ^ 1;
  return copy;
};

test('a changed archive, signature or list of releases is refused with the reason, and the server runs on untouched', async (ctx) => {
  if (missing) ctx.skip(missing);
  const before = await processId();
  await machine.api('POST', '/api/system/settings/update', { theme: 'dark' });
  const cases: [string, Buffer, RegExp][] = [
    [archiveOf('1.1.0'), changed(host.read('1.1.0', archiveOf('1.1.0'))), /is refused: its SHA-256 is /],
    ['SHA256SUMS', Buffer.from(`${'0'.repeat(64)}  ${archiveOf('1.1.0')}\n`), /the signature does not match/],
    ['SHA256SUMS.minisig', host.read('1.2.0', 'SHA256SUMS.minisig'), /the signature does not match/],
  ];
  for (const [name, content, reason] of cases) {
    host.replace(`1.1.0/${name}`, content);
    expect(await updates.to('1.1.0')).toMatchObject({ status: 'error', error: expect.stringMatching(reason) });
    expect(await newest()).toMatchObject({ status: 'failed', error: { message: expect.stringMatching(reason) } });
    host.replace(`1.1.0/${name}`, undefined);
  }
  // the signed list of an older release under the name of a newer one
  for (const name of ['SHA256SUMS', 'SHA256SUMS.minisig']) host.replace(`1.2.0/${name}`, host.read('1.1.0', name));
  expect(await updates.to('1.2.0')).toMatchObject({ error: expect.stringMatching(/no checksum for belfry-1\.2\.0/) });
  for (const name of ['SHA256SUMS', 'SHA256SUMS.minisig']) host.replace(`1.2.0/${name}`, undefined);
  const apply = (body: object) => machine.api('POST', '/api/updates/apply', body);
  await expect(apply({ version: '1.5.0' })).rejects.toThrow(/with an address that starts with https/);
  await expect(apply({ downloadUrl: 'https://evil.example/x.tar.gz' })).rejects.toThrow(/has no such release/);
  await expect(apply({ version: '1.0.0' })).rejects.toThrow(/1\.0\.0 is not newer than 1\.0\.0/);
  expect([await updates.running(), await processId()]).toEqual(['1.0.0', before]);
});

test('the server is updated to the next build, and keeps its data; the release before and a copy of the data stay', async (ctx) => {
  if (missing) ctx.skip(missing);
  const plan = await machine.api('GET', '/api/updates/plan?version=1.1.0');
  expect(plan).toMatchObject({ canAutoUpdate: true, rollbackSupport: true });
  expect(await updates.to('1.1.0')).toMatchObject({ status: 'completed', progress: 100, error: '', version: '1.1.0' });
  expect([await updates.running(), await theme()]).toEqual(['1.1.0', 'dark']);
  const entry = await newest();
  expect(entry).toMatchObject({
    ...{ version_from: '1.0.0', version_to: '1.1.0', status: 'success', initiated_by: 'api', user: expect.any(String) },
    ...{
      duration_ms: expect.any(Number),
      download_bytes: expect.any(Number),
      backup_path: expect.stringMatching(/^\/opt\/belfry\//),
    },
  });
  expect(await machine.api('GET', `/api/updates/history/entry?id=${entry?.event_id}`)).toEqual(entry);
  const history = await updates.history();
  expect(history.filter(({ version_to }) => version_to === '1.1.0').map((each) => each.status)).toEqual([
    ...['success', 'failed', 'failed', 'failed'],
  ]);
  const left = await machine.sh(
    'cd /opt/belfry; ls releases; stat -c %a:%U updates updates/*; ls -A /var/lib/belfry/updates',
  );
  expect(left.split('\n')).toEqual(['1.0.0', '1.1.0', '700:root', '600:root', '600:root', 'status.json']);
});

test('an administrator of the machine goes back to the release before, which has its data again, and updates once more', async (ctx) => {
  if (missing) ctx.skip(missing);
  await machine.api('POST', '/api/system/settings/update', { theme: 'light' });
  const told = await machine.sh('belfry update go-back --yes');
  expect(told).toMatch(/^Belfry goes back from 1\.1\.0 to 1\.0\.0, and to the data of \d{4}-\d\d-/);
  expect([await updates.running(), await theme()]).toEqual(['1.0.0', 'dark']);
  await expect.poll(newest).toMatchObject({
    ...{ version_from: '1.0.0', version_to: '1.1.0', status: 'rolled_back' },
    ...{ backup_path: expect.stringMatching(/\/kept-1\.1\.0-/) },
    error: { message: expect.stringMatching(/An administrator \(root\) went back from 1\.1\.0/) },
  });
  expect(await machine.sh('belfry update go-back --yes 2>&1 || true')).toMatch(/There is no previous release/);
  expect(await updates.to('1.1.0')).toMatchObject({ status: 'completed', error: '', version: '1.1.0' });
  expect([await updates.running(), await theme()]).toEqual(['1.1.0', 'dark']);
});

test.for([
  ['1.2.0', 'that ends at its start', /Version 1\.2\.0 did not start: it ended/],
  ['1.3.0', 'whose migration fails', /Version 1\.3\.0 did not start: it ended/],
  ['1.4.0', 'that never becomes healthy', /Version 1\.4\.0 did not start: it was not healthy within 60 s/],
] as const)(
  'from a release %s, %s, the server goes back by itself to the version and the data before',
  async ([version, , reason], ctx) => {
    if (missing) ctx.skip(missing);
    expect(await updates.to(version)).toMatchObject({
      ...{ status: 'error', rolledBack: true, version, error: expect.stringMatching(reason) },
    });
    expect([await updates.running(), await theme()]).toEqual(['1.1.0', 'dark']);
    expect(await newest()).toMatchObject({
      ...{ version_from: '1.1.0', version_to: version, status: 'rolled_back' },
      error: { message: expect.stringMatching(reason) },
    });
    expect(await machine.sh('ls /opt/belfry/releases; readlink /opt/belfry/current')).toBe('1.1.0\nreleases/1.1.0');
  },
);

test('links that the server could make lead the updater nowhere: root writes and reads no file through them', async (ctx) => {
  if (missing) ctx.skip(missing);
  const request =
    '{"id":"00000000-0000-4000-8000-000000000001","version":"1.2.0","previous":"1.1.0","requestedAt":"","by":""}';
  await machine.sh(`mkdir -m 700 /root/other; echo '${request}' >/root/other/request.json
    cd /var/lib/belfry && rm -rf updates && ln -s /root/other updates`);
  expect(await machine.sh('belfry update apply-staged || true')).toMatch(/EACCES/);
  expect(await machine.sh('ls /root/other')).toBe('request.json');
  await machine.sh(`echo secret >/root/other/secret
    cd /var/lib/belfry && rm updates && mkdir -p updates/staged && ln -s /root/other/secret updates/staged/SHA256SUMS
    chown -R belfry:belfry updates; echo '${request}' >updates/request.json`);
  const told = () => machine.sh('cat /var/lib/belfry/updates/status.json 2>/dev/null || echo none');
  await expect.poll(told).toMatch(/ELOOP/);
  expect([await machine.sh('ls /root/other'), await updates.running()]).toEqual(['request.json\nsecret', '1.1.0']);
});
