// The install script, run for real on machines of `testing/install-machine.ts`.
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { AgentReport } from '@belfry/schema/agent/report';
import { expect, test, vi } from 'vitest';
import { engineServer } from './testing/engine-server.ts';
import { installed, type Machine, script, settings, setup, targetsIn, token } from './testing/install-machine.ts';

// Each test starts many programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const shells = ['dash', 'bash'].filter((shell) => existsSync(`/bin/${shell}`));

test('shellcheck reports nothing', (ctx) => {
  if (!existsSync('/usr/bin/shellcheck')) ctx.skip('shellcheck is not installed');
  expect(execFileSync('shellcheck', [script], { encoding: 'utf8' })).toBe('');
});

test.for(shells)('%s: install, report, uninstall: nothing is left behind', async (shell) => {
  await using machine = await setup({ init: 'systemd' });
  const { root, url } = machine;
  const install = await machine.run(['--url', `${url}/`, '--token', token, '--interval', '1m'], { shell });
  expect(install).toMatchObject({ code: 0 });
  expect(machine.files()).toEqual(installed);
  expect(machine.asked).toEqual([
    '/download/belfry-docker-agent.sha256?arch=linux-amd64',
    '/download/belfry-docker-agent?arch=linux-amd64',
  ]);
  expect(install.calls).toEqual([
    'systemctl daemon-reload',
    'systemctl enable belfry-docker-agent.service',
    'systemctl restart belfry-docker-agent.service',
  ]);

  await using engine = await engineServer((asked) => {
    if (asked === '/version') return { ApiVersion: '1.41' };
    return asked.startsWith('/containers/json') ? [] : { ID: 'ENGINE', Name: 'dock' };
  });
  const start = `set -a; . '${root}/etc/belfry-docker-agent.env'; exec '${root}/usr/local/bin/belfry-docker-agent' --once --socket '${engine.socket}'`;
  await new Promise<void>((done, failed) => {
    execFile('sh', ['-c', start], { env: { PATH: '/usr/bin:/bin' } }, (error) => (error ? failed(error) : done()));
  });
  const [report] = machine.reports;
  expect(report?.token).toBe(token);
  expect(AgentReport.parse(JSON.parse(report?.body ?? '')).agent).toMatchObject({ id: 'ENGINE', intervalSeconds: 60 });

  const uninstall = await machine.run(['--uninstall'], { shell });
  expect(uninstall).toMatchObject({ code: 0 });
  expect(machine.files()).toEqual([]);
  expect(uninstall.calls).toEqual([
    'systemctl disable --now belfry-docker-agent.service',
    'systemctl daemon-reload',
    'systemctl reset-failed belfry-docker-agent.service',
  ]);
});

test('the token is in a file that only root can read, and nowhere else', async () => {
  await using machine = await setup({ init: 'systemd' });
  const { output, calls } = await machine.run(['--url', machine.url, '--token', token]);
  expect(statSync(path.join(machine.root, 'etc/belfry-docker-agent.env')).mode & 0o777).toBe(0o600);
  expect([output, ...calls, machine.file('etc/systemd/system/belfry-docker-agent.service')].join('\n')).not.toContain(
    token,
  );
});

test('the unit asks for no privilege it does not need, and reads its token from the file', async () => {
  await using machine = await setup({ init: 'systemd' });
  await machine.run(['--url', machine.url, '--token', token]);
  const unit = machine.file('etc/systemd/system/belfry-docker-agent.service').split('\n');
  for (const line of [
    'ExecStart=/usr/local/bin/belfry-docker-agent',
    'EnvironmentFile=/etc/belfry-docker-agent.env',
    'CapabilityBoundingSet=',
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'Restart=always',
  ]) {
    expect(unit).toContain(line);
  }
});

test('the agent runs as an unprivileged user in the group that may open the socket, or as root if there is no such group', async () => {
  for (const [group, user] of [
    ['docker', ['DynamicUser=yes', 'SupplementaryGroups=docker']],
    ['root', []],
    ['x\nExecStart=/bin/sh', []],
  ] as const) {
    await using machine = await setup({ init: 'systemd', group });
    mkdirSync(path.join(machine.root, 'var/run'), { recursive: true });
    const socket = net.createServer().listen(path.join(machine.root, 'var/run/docker.sock'));
    await once(socket, 'listening');
    const { output } = await machine.run(['--url', machine.url, '--token', token]);
    socket.close();
    const unit = machine.file('etc/systemd/system/belfry-docker-agent.service').split('\n');
    expect(unit.filter((line) => /^(DynamicUser|SupplementaryGroups|User|ExecStart)=/.test(line))).toEqual([
      'ExecStart=/usr/local/bin/belfry-docker-agent',
      ...user,
    ]);
    expect(output).not.toContain('socket');
  }
});

test('with a wrong or invalid checksum nothing is installed', async () => {
  for (const checksum of ['0'.repeat(64), '<html>']) {
    await using machine = await setup({ init: 'systemd', checksum });
    const { code, output, calls } = await machine.run(['--url', machine.url, '--token', token]);
    expect(code).toBe(1);
    expect(output).toMatch(/checksum/);
    expect(machine.files()).toEqual([]);
    expect(calls).toEqual([]);
  }
});

test('a second run keeps the earlier servers and the interval, and replaces the token of a known server', async () => {
  await using machine = await setup({ init: 'systemd' });
  const { url, root } = machine;
  await machine.run([
    '--url',
    url,
    '--token',
    'first',
    '--target',
    'https://b.example|tb|insecure',
    '--interval',
    '2m',
  ]);
  const again = await machine.run(['--url', url, '--token', 'second', '--target', 'https://c.example/x|tc']);
  expect(again).toMatchObject({ code: 0 });
  expect(targetsIn(root)).toMatchObject([
    { url, token: 'second' },
    { url: 'https://c.example/x', token: 'tc', insecure: false },
    { url: 'https://b.example', token: 'tb', insecure: true },
  ]);
  expect(settings(root).BELFRY_INTERVAL).toBe('2m');
  expect(machine.files()).toEqual(installed);
});

test('OpenRC: a service script is written, added, started, and removed', async () => {
  await using machine = await setup({ init: 'openrc' });
  const install = await machine.run(['--url', machine.url, '--token', token]);
  expect(install.calls).toEqual([
    'rc-update add belfry-docker-agent default',
    'rc-service belfry-docker-agent restart',
  ]);
  expect(machine.file('etc/init.d/belfry-docker-agent')).not.toContain(token);
  expect(() => execFileSync('sh', ['-n', path.join(machine.root, 'etc/init.d/belfry-docker-agent')])).not.toThrow();
  const uninstall = await machine.run(['--uninstall']);
  expect(uninstall.calls).toEqual(['rc-service belfry-docker-agent stop', 'rc-update del belfry-docker-agent default']);
  expect(machine.files()).toEqual([]);
});

test('without systemd and OpenRC it says how to start the agent, without showing the token', async () => {
  await using machine = await setup();
  const { code, output } = await machine.run(['--url', machine.url, '--token', token]);
  expect(code).toBe(0);
  expect(output).toContain('set -a; . /etc/belfry-docker-agent.env; set +a; /usr/local/bin/belfry-docker-agent');
  expect(output).not.toContain(token);
});

test.for([
  ['--url', "http://a';touch CANARY;'"],
  ['--url', 'http://a$(touch CANARY)'],
  ['--url', 'http://a`touch CANARY`'],
  ['--url', 'file:///etc/passwd'],
  ['--url', '-o/etc/x'],
  ['--url', 'http://a\nExecStart=/bin/sh'],
  ['--token', "t'\nLD_PRELOAD='x"],
  ['--token', 't;http://evil|t'],
  ['--token', 't|insecure'],
  ['--token', '$(touch CANARY)'],
  ['--token', ''],
  ['--interval', '30s;touch CANARY'],
  ['--interval', 'soon'],
  ['--fingerprint', "ab'; touch CANARY"],
  ['--target', 'http://b'],
  ['--target', "http://b|t|'$(touch CANARY)"],
  ['--target', 'http://b|t|insecure|more'],
  ['--target', `http://b|t|${'ab'.repeat(32)}`],
  ['--fingerprint', 'ab'.repeat(32)],
  ['--wat', 'x'],
] as const)('%s %j is refused by name; nothing is run, fetched or written', async ([option, hostile]) => {
  await using machine = await setup({ init: 'systemd' });
  const good = ['--url', machine.url, '--token', token];
  const { code, output, calls } = await machine.run([...good, option, hostile]);
  expect(code).toBe(1);
  expect(output).toContain(option === '--wat' ? '--wat' : option);
  expect(machine.files()).toEqual([]);
  expect([calls, machine.asked]).toEqual([[], []]);
  expect(existsSync('CANARY')).toBe(false);
});

test('without root, without a server, or on an unsupported machine, the script reports the reason and changes nothing', async () => {
  const attempt = async (machine: Machine, args: (url: string) => string[]) => {
    await using made = await setup(machine);
    const { code, output } = await made.run(args(made.url));
    expect(made.files()).toEqual([]);
    return `${code} ${output}`;
  };
  const good = (url: string) => ['--url', url, '--token', token];
  expect(await attempt({ uid: 1000 }, good)).toMatch(/^1 .*root/s);
  expect(await attempt({ arch: 'riscv64' }, good)).toMatch(/^1 .*riscv64/s);
  expect(await attempt({}, () => [])).toMatch(/^1 usage.*--url and --token/s);
  expect(await attempt({}, (url) => ['--url', url])).toMatch(/^1 .*go together/s);
  expect(await attempt({}, () => ['--url'])).toMatch(/^1 .*needs a value/s);
  expect(await attempt({}, () => good('http://127.0.0.1:1'))).toMatch(/^1 .*no checksum/s);
});

test('an incompletely downloaded script installs nothing', async () => {
  await using machine = await setup({ init: 'systemd' });
  const whole = readFileSync(script, 'utf8');
  const cut = path.join(machine.root, 'cut.sh');
  for (let i = 1; i <= 20; i++) {
    writeFileSync(cut, whole.slice(0, Math.floor((whole.length * i) / 20) - 'main "$@"\n'.length));
    const { calls } = await machine.run(['--url', machine.url, '--token', token], { source: cut });
    expect(calls).toEqual([]);
  }
  expect(machine.files()).toEqual(['cut.sh']);
  expect(machine.asked).toEqual([]);
});
