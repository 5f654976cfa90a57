// The texts of the installers, and the one for a Proxmox host against stand-ins for the commands of the host.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { installerOf, proxmoxInstallerOf } from './installer.ts';
import { proxmoxHost, template } from './testing/proxmox-host.ts';

const root = path.resolve(import.meta.dirname, '../..');
const installer = installerOf(root, 'RWTheKey');
const proxmox = proxmoxInstallerOf(root, installer);

const host = (without?: string) => proxmoxHost(proxmox, without);

test('both scripts have no complaint of shellcheck, and the installer has the key of the release', (ctx) => {
  expect(installer).toContain("\nrelease_key='RWTheKey'\n");
  expect(installerOf(root)).toContain("\nrelease_key=''\n");
  expect(proxmox).toContain(installer);
  if (spawnSync('shellcheck', ['--version']).error) ctx.skip('no shellcheck (Debian: apt-get install shellcheck)');
  for (const text of [installer, proxmox]) execFileSync('shellcheck', ['-s', 'sh', '-'], { input: text });
});

test('with --yes it makes an unprivileged container with the newest Debian 12, and installs a release of this host in it', () => {
  const { run, calls, pushed, at, release } = host();
  expect(run(['--from', release, '--yes', '--port', '8080'])).toMatchObject({ status: 0 });
  const made = calls().filter((call) => /^(pveam (update|download)|pct (create|start|push|stop|destroy))/.test(call));
  expect(made).toEqual([
    'pveam update',
    `pveam download local ${template}`,
    `pct create 104 local:vztmpl/${template} --hostname belfry --unprivileged 1 --features nesting=1 --cores 2 --memory 512 --swap 256 --rootfs local-lvm:4 --net0 name=eth0,bridge=vmbr0,ip=dhcp --onboot 1 --timezone host`,
    'pct start 104',
    expect.stringMatching(/^pct push 104 \S+\/install\.sh \/root\/install\.sh$/),
    `pct push 104 ${release}/belfry-1.2.3-linux-x64.tar.gz /root/belfry-1.2.3-linux-x64.tar.gz`,
    `pct push 104 ${release}/SHA256SUMS /root/SHA256SUMS`,
    `pct push 104 ${release}/SHA256SUMS.minisig /root/SHA256SUMS.minisig`,
    expect.stringMatching(/^pct push 104 \S+\/update \/root\/update$/),
  ]);
  expect(calls()).toContain(
    'pct exec 104 -- sh /root/install.sh --port 8080 --archive /root/belfry-1.2.3-linux-x64.tar.gz',
  );
  expect(pushed()).toHaveLength(5);
  expect(readFileSync(at('pushed-install.sh'), 'utf8')).toBe(installer);
  expect(readFileSync(at('pushed-update'), 'utf8')).toMatch(/^exec sh \/usr\/local\/lib\/belfry\/install\.sh "\$@"$/m);
  expect(calls().join('\n')).toContain('BELFRY_PROXMOX_CONTAINER=true >>/etc/belfry/belfry.env');
});

test('the options reach pct; a template that is there is not fetched; an address is read in the container', () => {
  const { run, calls, at } = host();
  writeFileSync(at('template'), '');
  const place = [
    '--ctid',
    '200',
    '--hostname',
    'watch',
    '--storage',
    'zfs',
    '--disk',
    '8',
    '--memory',
    '1024',
    '--cores',
    '1',
  ];
  const net = ['--bridge', 'vmbr1', '--vlan', '7', '--ip', '192.0.2.5/24', '--gateway', '192.0.2.1'];
  const from = ['--from', 'https://downloads.example/belfry', '--version', 'v1.2.3', '--yes'];
  expect(run([...place, ...net, ...from])).toMatchObject({ status: 0 });
  expect(calls().some((call) => /^pveam (update|download)/.test(call))).toBe(false);
  expect(calls().find((call) => call.startsWith('pct create'))).toBe(
    `pct create 200 local:vztmpl/${template} --hostname watch --unprivileged 1 --features nesting=1 --cores 1 --memory 1024 --swap 256 --rootfs zfs:8 --net0 name=eth0,bridge=vmbr1,ip=192.0.2.5/24,gw=192.0.2.1,tag=7 --onboot 1 --timezone host`,
  );
  expect(calls()).toContain(
    'pct exec 200 -- sh /root/install.sh --from https://downloads.example/belfry --version 1.2.3',
  );
  expect(readFileSync(at('pushed-update'), 'utf8')).toContain(
    `install.sh --from 'https://downloads.example/belfry' "$@"`,
  );
});

test('on a terminal it asks for each value, and makes nothing before "yes"', (ctx) => {
  if (spawnSync('script', ['--version']).error)
    ctx.skip('no script(1) to give it a terminal (Debian: apt-get install bsdutils)');
  const { run, calls, release } = host();
  const answers = ['300', '', '', '', '', '2048', '', '', ''];
  const said = run(['--from', release], {}, `${[...answers, ''].join('\n')}\n`).said;
  expect(said).toContain('Number of the container [104]:');
  expect(said).toContain(
    'container 300 "belfry": Debian 12, 2 cores, 2048 MB, a disk of 4 GB on local-lvm, vmbr0, dhcp',
  );
  expect(said).toContain('nothing was made');
  expect(calls().some((call) => call.startsWith('pct create'))).toBe(false);
  expect(run(['--from', release], {}, `${[...answers.slice(0, 8), 'yes'].join('\n')}\n`).status).toBe(0);
  expect(calls().some((call) => call.startsWith('pct create 300'))).toBe(true);
});

test('if Belfry cannot be installed, the container is removed again, or stays with --keep', () => {
  const { run, calls, at, release } = host();
  const failed = run(['--from', release, '--yes'], { FAKE_INSTALL: '1' });
  expect(failed).toMatchObject({
    status: 1,
    said: expect.stringContaining('Belfry cannot be installed in the container 104'),
  });
  expect(calls().slice(-2)).toEqual(['pct stop 104', 'pct destroy 104 --purge 1']);
  expect(existsSync(at('ct-104'))).toBe(false);
  run(['--from', release, '--yes', '--keep'], { FAKE_INSTALL: '1' });
  expect(existsSync(at('ct-104'))).toBe(true);
  // it is not the one of this run
  const taken = run(['--from', release, '--yes', '--ctid', '104']);
  expect(taken).toMatchObject({ status: 1, said: expect.stringContaining('there is a container 104 already') });
  expect(existsSync(at('ct-104'))).toBe(true);
});

test.for([
  [['--from', '/nowhere', '--yes'], 'there is no SHA256SUMS in /nowhere'],
  [['--yes'], '--from or --archive says what to install'],
  [['--from', 'x', '--yes', '--ctid', '12'], '--ctid: 12 is not from 100 to 999999999'],
  [['--from', 'x', '--yes', '--memory', '1e9'], '--memory: "1e9" is not a whole number'],
  [['--from', 'x', '--yes', '--bridge', "'vmbr0,firewall=0'"], '--bridge: "vmbr0,firewall=0" has other characters'],
  [['--from', 'x', '--yes', '--ip', '192.0.2.5'], '--ip: "192.0.2.5" has no prefix such as /24'],
  [['--from', 'x', '--yes', '--ip', "'dhcp,gw=1'"], '--ip: "dhcp,gw=1" is not dhcp or an address'],
  [['--from', 'x', '--key', '/nowhere', '--yes'], '--key: /nowhere cannot be read'],
  [['--from', 'x'], 'there is no terminal to ask on: give the options, and --yes'],
  [['--nothing', 'x'], 'unknown option --nothing'],
] as const)('%s: refused, and nothing is made', ([args, reason]) => {
  const { run, calls } = host();
  expect(run([...args])).toMatchObject({ status: 1, said: expect.stringContaining(reason) });
  expect(calls().some((call) => /^pct (create|start|destroy)/.test(call))).toBe(false);
});

test('where it is not root, or no Proxmox host, it says so', () => {
  const { run, release } = host('pveam');
  expect(run(['--from', release, '--yes']).said).toContain('there is no pveam: this is for a Proxmox VE host');
  expect(host().run(['--from', release, '--yes'], { FAKE_UID: '1000' }).said).toContain('run this as root');
});
