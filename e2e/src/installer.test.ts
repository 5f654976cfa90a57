// The installer on fresh Debian machines: it installs, replaces, rolls back, and leaves nothing where it removes everything.
import { once } from 'node:events';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { type Debian, noDebian, startDebian } from './engine/debian.ts';
import { noEngine, sweep } from './engine/docker.ts';
import { nextRelease } from './next-release.ts';
import { freePort } from './product.ts';

const release = inject('release');
const { files, commit } = release;
const missing = release.missing ?? (await noDebian());
const folder = mkdtempSync(path.join(tmpdir(), 'belfry-installer-'));
const [next, broken] = ['next', 'broken'].map((name) => path.join(folder, name)) as [string, string];
const [nextVersion, brokenVersion] = ['99.0.0', '99.1.0'];
const folders = { '/release': files, '/next': next, '/broken': broken };

beforeAll(() => {
  if (missing) return;
  nextRelease(release, { version: nextVersion, out: next });
  // it changes the data before it fails, as a migration that fails may do
  const failing = `import { writeFileSync } from 'node:fs';
    writeFileSync('/var/lib/belfry/belfry.db', 'spoiled'); console.error('spoiled on purpose'); process.exit(3);`;
  nextRelease(release, {
    ...{ version: brokenVersion, out: broken },
    change: (home) => writeFileSync(path.join(home, 'apps/server/dist/main.js'), failing),
  });
});
afterAll(async () => {
  if (!(await noEngine())) await sweep();
  rmSync(folder, { recursive: true, force: true });
});

/** What a program on the machine gets from the server. A minimal Debian has Node only in the archive. */
const ask = (machine: Debian, place: string, port = 7655) => {
  const program = `fetch("http://127.0.0.1:${port}${place}").then(async (a) => console.log(await a.text()), () => console.log("{}"))`;
  return machine.sh(`/opt/belfry/current/runtime/node -e '${program}'`).then((text) => JSON.parse(text));
};
/** The user and the privileges of the running server. */
const serverOf = (machine: Debian) =>
  machine.sh(
    `for p in /proc/[0-9]*; do case $(tr '\\0' ' ' <$p/cmdline) in /opt/belfry/current/runtime/node*)
       stat -c %U $p; sed -n '/^CapEff\\|^NoNewPrivs\\|^Seccomp:/p' $p/status ;; esac; done 2>/dev/null`,
  );
/** The data that must survive. */
const token = (machine: Debian) => machine.sh('cat /var/lib/belfry/bootstrap-token');

test('with systemd: install, replace by the next release, roll back a broken one, uninstall, install again, and purge', async (ctx) => {
  if (missing) ctx.skip(missing);
  const machine = await startDebian({ systemd: true, folders });
  if (machine.noSystemd) ctx.skip(machine.noSystemd);
  const before = await machine.inventory();
  expect(await machine.sh('command -v node || echo none')).toBe('none');

  const said = await machine.sh('sh /release/install.sh --from /release');
  const setup = await token(machine);
  expect(said).toContain(`Belfry ${commit.version} is at http://localhost:7655`);
  expect(said).toContain(`/#setup=${setup}`);
  expect(await ask(machine, '/api/health')).toMatchObject({ status: 'healthy' });
  expect(await ask(machine, '/api/version')).toMatchObject({ version: commit.version, deploymentType: 'systemd' });
  // of all privileges, only that of ports below 1024
  const privileges = ['CapEff:\t0000000000000400', 'NoNewPrivs:\t1', 'Seccomp:\t2'];
  expect((await serverOf(machine)).split('\n')).toEqual(['belfry', ...privileges]);
  expect(await machine.sh('stat -c "%U %a" /var/lib/belfry /etc/belfry/belfry.env')).toBe('belfry 700\nroot 640');
  expect(await machine.sh('find /opt/belfry ! -user root -o ! -type l -perm /022')).toBe('');
  expect(await machine.sh('systemctl is-enabled belfry.service belfry-update.path')).toBe('enabled\nenabled');
  expect(await machine.sh('systemctl is-active belfry.service belfry-update.path')).toBe('active\nactive');

  // settings of the administrator are kept, and a port below 1024 works
  await machine.sh('sed -i s/7655/443/ /etc/belfry/belfry.env && systemctl restart belfry');
  await expect.poll(() => ask(machine, '/api/health', 443)).toMatchObject({ status: 'healthy' });
  await machine.sh('sh /release/install.sh --from /next');
  expect(await ask(machine, '/api/version', 443)).toMatchObject({ version: nextVersion });
  expect(await token(machine)).toBe(setup);
  const older = await machine.refused('sh /release/install.sh --from /release 2>&1');
  expect(older).toContain(`Belfry ${nextVersion} is installed, and ${commit.version} is older`);

  const back = await machine.refused('sh /release/install.sh --from /broken 2>&1');
  expect(back).toContain('spoiled on purpose');
  expect(back).toContain(
    `Belfry ${brokenVersion} is not healthy. Belfry ${nextVersion} runs again, on its data from before`,
  );
  expect(await ask(machine, '/api/version', 443)).toMatchObject({ version: nextVersion });
  expect(await machine.sh('ls /opt/belfry/releases')).toBe([commit.version, nextVersion].join('\n'));
  expect(await token(machine)).toBe(setup);
  expect(await machine.sh('head -c 6 /var/lib/belfry/belfry.db')).toBe('SQLite');

  const kept = await machine.sh('/opt/belfry/current/install.sh --uninstall');
  expect(kept).toContain('its data in /var/lib/belfry');
  expect(await machine.sh('ls /opt /usr/local/bin; cat /proc/[0-9]*/comm | grep -c node || true')).not.toContain(
    'belfry',
  );
  await machine.sh('sh /release/install.sh --from /next');
  expect(await ask(machine, '/api/health', 443)).toMatchObject({ status: 'healthy' });
  expect(await token(machine)).toBe(setup);

  await machine.sh('/opt/belfry/current/install.sh --uninstall --purge');
  expect(await machine.inventory()).toEqual(before);
});

test('a first installation that does not become healthy is undone, with the end of the log and the cure', async (ctx) => {
  if (missing) ctx.skip(missing);
  const machine = await startDebian({ systemd: true, folders });
  if (machine.noSystemd) ctx.skip(machine.noSystemd);
  const before = await machine.inventory();
  // As in a container that may not make namespaces. systemd fails in the same way where a path of the unit is missing.
  const unit = '/etc/systemd/system/belfry.service.d';
  await machine.sh(`mkdir ${unit} && printf '[Service]\\nReadWritePaths=/missing\\n' >${unit}/missing.conf`);
  const said = await machine.refused('sh /release/install.sh --from /next 2>&1');
  expect(said).toContain('Failed to set up mount namespacing');
  expect(said).toContain('On the Proxmox host: pct set CTID --features nesting=1');
  expect(said).toContain(`Belfry ${nextVersion} was not installed`);
  expect(await machine.inventory()).toEqual(before);
});

test('without systemd: installed from an address, the command that it prints starts the server as its user; purge leaves nothing', async (ctx) => {
  if (missing) ctx.skip(missing);
  const feed = createServer(({ url = '' }, answer) => {
    createReadStream(path.join(files, path.basename(url)))
      .on('error', () => answer.writeHead(404).end())
      .pipe(answer);
  }).listen(0, '127.0.0.1');
  await once(feed, 'listening');
  onTestFinished(() => {
    feed.closeAllConnections();
    feed.close();
  });
  const address = `http://127.0.0.1:${(feed.address() as AddressInfo).port}/belfry`;
  const machine = await startDebian({ network: 'host', folders });
  const before = await machine.inventory();
  const port = await freePort();

  const said = await machine.sh(`wget -qO- ${address}/install.sh | sh -s -- --from ${address} --port ${port} 2>&1`);
  expect(said).toContain('there is no systemd here');
  const command = /^ {2}(runuser .*)$/m.exec(said)?.[1];
  await machine.sh(`BELFRY_HOST=127.0.0.1 ${command} >/tmp/log 2>&1 &`);
  await expect.poll(() => ask(machine, '/api/health', port)).toMatchObject({ status: 'healthy' });
  expect(await serverOf(machine)).toMatch(/^belfry\n/);

  // the command line of the machine uses the settings and the user of the service
  expect(await machine.sh('/usr/local/bin/belfry reset-password 2>&1')).toContain('Password: ');
  expect(await machine.sh('find /var/lib/belfry ! -user belfry')).toBe('');
  const runs = await machine.refused('/opt/belfry/current/install.sh --uninstall --purge 2>&1');
  expect(runs).toMatch(/a program of the user belfry runs \(process \d+\): stop it first/);
  await machine.sh('kill $(grep -l dist/main.js /proc/[0-9]*/cmdline | cut -d / -f 3)').catch(() => undefined);
  await expect.poll(() => serverOf(machine)).toBe('');
  await machine.sh('/opt/belfry/current/install.sh --uninstall --purge');
  expect(await machine.inventory()).toEqual(before);
});

test('the unit of the server exposes no more than 2.0 of 10', async (ctx) => {
  if (missing) ctx.skip(missing);
  const units = path.resolve(import.meta.dirname, '../../packaging/systemd');
  const machine = await startDebian({ folders: { '/units': units } });
  const checked = 'systemd-analyze security --offline=true --no-pager --threshold=20 /units/belfry.service';
  expect(await machine.sh(`${checked} 2>&1`)).toContain('Overall exposure level for belfry.service: 1.5 OK');
});
