// A service that the installer made: updated from a list of releases, taken back from a broken one, and removed without a trace.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { setUp } from './administrator.ts';
import { noDebian, startDebian } from './engine/debian.ts';
import { noEngine, sweep } from './engine/docker.ts';
import { startReleaseHost } from './engine/release-host.ts';
import { freePort } from './product.ts';
import { updatesOf } from './updates.ts';

const release = inject('release');
const missing = release.missing ?? (await noDebian());

afterAll(async () => {
  if (!(await noEngine())) await sweep();
});

test('with systemd: install, update to the next release, back from a broken one with the data, purge', async (ctx) => {
  if (missing) ctx.skip(missing);
  const host = await startReleaseHost(release);
  onTestFinished(() => host.stop());
  host.add('99.0.0');
  host.add('99.1.0', [['', 'process.exit(1);\n']]);
  writeFileSync(path.join(host.folder, 'ca.crt'), host.certificate);
  const folders = { '/release': release.files, '/releases': host.folder };
  const machine = await startDebian({ systemd: true, network: 'host', folders });
  if (machine.noSystemd) ctx.skip(machine.noSystemd);
  const before = await machine.inventory();

  const port = await freePort();
  await machine.sh(`sh /release/install.sh --from /release --port ${port}`);
  const settings = [
    'BELFRY_HOST=127.0.0.1',
    `BELFRY_UPDATE_FEED=${host.feed}`,
    'NODE_EXTRA_CA_CERTS=/etc/belfry/ca.crt',
  ];
  await machine.sh(`cp /releases/ca.crt /etc/belfry/ && chmod 644 /etc/belfry/ca.crt
    printf '%s\\n' ${settings.join(' ')} >>/etc/belfry/belfry.env && systemctl restart belfry`);
  writeFileSync(path.join(host.folder, 'bootstrap-token'), await machine.sh('cat /var/lib/belfry/bootstrap-token'));
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(() =>
      fetch(url).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  const administrator = await setUp({ url, dataDir: host.folder });
  const updates = updatesOf(administrator);
  const theme = async () => ((await administrator.api('GET', '/api/config/system')) as { theme: string }).theme;
  await administrator.api('POST', '/api/system/settings/update', { theme: 'dark' });

  await administrator.api('GET', '/api/updates/check');
  expect(await administrator.api('GET', '/api/updates/plan?version=99.0.0')).toMatchObject({ canAutoUpdate: true });
  expect(await updates.to('99.0.0')).toMatchObject({ status: 'completed', error: '', version: '99.0.0' });
  expect([await updates.running(), await theme()]).toEqual(['99.0.0', 'dark']);

  expect(await updates.to('99.1.0')).toMatchObject({
    ...{ status: 'error', rolledBack: true, version: '99.1.0' },
    error: 'Version 99.1.0 did not start: it ended 3 times (exit-code)',
  });
  expect([await updates.running(), await theme()]).toEqual(['99.0.0', 'dark']);
  expect((await updates.history())[0]).toMatchObject({ version_to: '99.1.0', status: 'rolled_back' });
  expect(await machine.sh('systemctl is-active belfry.service belfry-update.path')).toBe('active\nactive');
  expect(await machine.sh('ls /opt/belfry/releases; readlink /opt/belfry/current')).toBe('99.0.0\nreleases/99.0.0');

  await machine.sh('/opt/belfry/current/install.sh --uninstall --purge');
  expect(await machine.inventory()).toEqual(before);
});
