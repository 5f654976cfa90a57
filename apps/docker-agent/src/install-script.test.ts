// The install script, run for real under a root of its own, with stand-ins for the service manager and a real server to fetch from.
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type Certificate, createCertificate } from '@belfry/lab/certificate';
import { AgentReport } from '@belfry/schema/agent/report';
import { expect, test, vi } from 'vitest';
import { parseOptions } from './options/options.ts';
import { engineServer } from './testing/engine-server.ts';

// each test starts many programs, on a machine that may have others
vi.setConfig({ testTimeout: 30_000 });

const script = path.resolve(import.meta.dirname, '../../../docker/install-docker-agent.sh');
/** Stands in for the single executable: the same program, run by the node that runs this. */
const program = `#!/bin/sh\nexec '${process.execPath}' '${path.join(import.meta.dirname, 'main.ts')}' "$@"\n`;
const shells = ['dash', 'bash'].filter((shell) => existsSync(`/bin/${shell}`));
const token = 'tok-EN_1.2~3';

interface Machine {
  init?: 'systemd' | 'openrc';
  uid?: number;
  arch?: string;
  /** The group of the engine's socket. */
  group?: string;
  checksum?: string;
  /** The server speaks TLS with this certificate. */
  tls?: Certificate;
  /** Nothing else is installed, beside the service manager. */
  programs?: readonly string[];
}

/** An empty machine and a server that has the agent. `run` gives exit code, output, and the calls of service commands. */
async function setup({ init, uid = 0, arch = 'x86_64', group = 'root', checksum, tls, programs }: Machine = {}) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'belfry-install-'));
  const tools = mkdtempSync(path.join(os.tmpdir(), 'belfry-tools-'));
  const calls = path.join(tools, 'calls');
  const tool = (name: string, text: string) => {
    writeFileSync(path.join(tools, name), `#!/bin/sh\n${text}\n`);
    chmodSync(path.join(tools, name), 0o755);
  };
  tool('id', `echo ${uid}`);
  tool('uname', `echo ${arch}`);
  tool('stat', `echo '${group}'`);
  const manager = { systemd: ['systemctl'], openrc: ['rc-service', 'rc-update'] };
  for (const name of init ? manager[init] : []) tool(name, `echo "${name} $*" >>'${calls}'`);
  if (init === 'systemd') mkdirSync(path.join(root, 'run/systemd/system'), { recursive: true });

  const asked: string[] = [];
  const reports: { body: string; token: string | undefined }[] = [];
  const answer: http.RequestListener = async (request, response) => {
    const url = request.url ?? '';
    const body = Buffer.concat(await request.toArray()).toString();
    if (request.method === 'POST') reports.push({ body, token: request.headers['x-api-token']?.toString() });
    else asked.push(url);
    if (url.startsWith('/download/belfry-docker-agent.sha256')) {
      response.end(`${checksum ?? createHash('sha256').update(program).digest('hex')}  belfry-docker-agent\n`);
    } else if (url.startsWith('/download/belfry-docker-agent')) response.end(program);
    else response.end('{}');
  };
  const server = tls ? https.createServer(tls, answer) : http.createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${port}`;
  const whichProgram = (name: string) => [`/usr/bin/${name}`, `/bin/${name}`].find((file) => existsSync(file)) ?? '';
  for (const name of programs ?? []) symlinkSync(whichProgram(name), path.join(tools, name));

  return {
    root,
    url,
    port,
    tool,
    asked,
    reports,
    file: (name: string) => readFileSync(path.join(root, name), 'utf8'),
    files: () =>
      readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((file) => statSync(path.join(root, file)).isFile())
        .sort(),
    run: (
      args: string[],
      { shell = 'sh', source = script, env = {} }: { shell?: string; source?: string; env?: object } = {},
    ) =>
      new Promise<{ code: number; output: string; calls: string[] }>((done) => {
        rmSync(calls, { force: true });
        const options = {
          env: { PATH: programs ? tools : `${tools}:/usr/bin:/bin`, BELFRY_INSTALL_ROOT: root, ...env },
          timeout: 20_000,
        };
        execFile(`/bin/${shell}`, [source, ...args], options, (error, stdout, stderr) => {
          const made = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [];
          done({ code: error ? Number(error.code ?? -1) : 0, output: stdout + stderr, calls: made });
        });
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      for (const folder of [root, tools]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a shell, and so the service, reads from the settings file. */
function settings(root: string): Record<string, string> {
  const text = execFileSync('sh', ['-c', 'set -a; . "$1"; env', 'sh', path.join(root, 'etc/belfry-docker-agent.env')], {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin' },
  });
  return Object.fromEntries(text.split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2)));
}
const targetsIn = (root: string) => {
  const parsed = parseOptions([], settings(root));
  return parsed.ok && parsed.value.run === 'agent' ? parsed.value.options.targets : parsed;
};
const installed = [
  'etc/belfry-docker-agent.env',
  'etc/systemd/system/belfry-docker-agent.service',
  'usr/local/bin/belfry-docker-agent',
];

test('shellcheck has nothing to say', (ctx) => {
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

test('where a group may open the socket the agent runs as nobody in particular with that group, else as root', async () => {
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

test('a checksum that does not match, or is none, installs nothing', async () => {
  for (const checksum of ['0'.repeat(64), '<html>']) {
    await using machine = await setup({ init: 'systemd', checksum });
    const { code, output, calls } = await machine.run(['--url', machine.url, '--token', token]);
    expect(code).toBe(1);
    expect(output).toMatch(/checksum/);
    expect(machine.files()).toEqual([]);
    expect(calls).toEqual([]);
  }
});

test('run again, it keeps the servers of before, takes the new token of a known one, and keeps the interval', async () => {
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

const ours = await createCertificate('belfry', '127.0.0.1');
const strangers = await createCertificate('belfry', '127.0.0.1');

/** An attacker between both ends: `route` says to which port the nth connection goes. */
async function middle(route: (nth: number) => number) {
  let nth = 0;
  const server = net.createServer((near) => {
    const far = net.connect(route(nth++), '127.0.0.1');
    for (const [from, to] of [[near, far] as const, [far, near] as const])
      from.on('error', () => to.destroy()).pipe(to);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((done) => void server.close(() => done())),
  };
}

test('a pinned server is believed by its fingerprint alone, and written as the agent reads it', async () => {
  await using machine = await setup({ init: 'systemd', tls: ours });
  const { url } = machine;
  const unknown = await machine.run(['--url', url, '--token', token]);
  expect([unknown.code, machine.files(), machine.asked]).toEqual([1, [], []]);
  const { code, output } = await machine.run(['--url', url, '--token', token, '--fingerprint', ours.fingerprint]);
  expect([code, machine.files()]).toEqual([0, installed]);
  expect(output).not.toContain('INSECURE');
  const fingerprint = ours.fingerprint.replaceAll(':', '').toLowerCase();
  expect(targetsIn(machine.root)).toEqual([{ url, token, insecure: false, fingerprint }]);
  // the second time the fingerprint comes from the settings
  expect(await machine.run([])).toMatchObject({ code: 0 });
});

test('a stranger with another certificate than the pinned one is asked for nothing, and nothing of theirs is run', async () => {
  await using machine = await setup({ init: 'systemd', tls: strangers });
  const { code, output, calls } = await machine.run([
    '--url',
    machine.url,
    '--token',
    token,
    '--fingerprint',
    ours.fingerprint,
  ]);
  expect(code).toBe(1);
  expect(output).toContain('another certificate');
  expect([machine.files(), machine.asked, calls]).toEqual([[], [], []]);
});

test.for([1, 2, 3])(
  'an attacker who takes over connection %d, after the pinned certificate was shown, gets nothing run',
  async (first) => {
    await using real = await setup({ tls: ours });
    await using stranger = await setup({ init: 'systemd', tls: strangers });
    await using between = await middle((nth) => (nth < first ? real.port : stranger.port));
    const { code, calls } = await stranger.run([
      '--url',
      between.url,
      '--token',
      token,
      '--fingerprint',
      ours.fingerprint,
    ]);
    expect(code).toBe(1);
    expect([stranger.files(), stranger.asked, calls]).toEqual([[], [], []]);
  },
);

test('a curl that ignores pins, or no curl or openssl at all, is a refusal to install', async () => {
  const pinned = (url: string) => ['--url', url, '--token', token, '--fingerprint', ours.fingerprint];
  await using machine = await setup({ init: 'systemd', tls: ours });
  machine.tool(
    'curl',
    'skip=; for a; do shift; [ "$a" = --pinnedpubkey ] && skip=1 && continue; [ "$skip" ] && skip= && continue; set -- "$@" "$a"; done; exec /usr/bin/curl "$@"',
  );
  const ignoring = await machine.run(pinned(machine.url));
  expect([ignoring.code, machine.files()]).toEqual([1, []]);
  expect(ignoring.output).toContain('this curl cannot pin');
  const few = ['mktemp', 'rm', 'tr', 'grep', 'sed', 'cut', 'head', 'sha256sum', 'cat'];
  for (const programs of [
    [...few, 'curl'],
    [...few, 'openssl', 'wget'],
  ]) {
    await using poor = await setup({ tls: ours, programs });
    const { code, output } = await poor.run(pinned(poor.url));
    expect([code, poor.files(), poor.asked]).toEqual([1, [], []]);
    expect(output).toContain('curl and openssl are needed');
  }
});

test('only --insecure takes any certificate, and it says so', async () => {
  await using machine = await setup({ init: 'systemd', tls: strangers });
  const { code, output } = await machine.run(['--url', machine.url, '--token', token, '--insecure']);
  expect([code, machine.files()]).toEqual([0, installed]);
  expect(output).toContain(`warning: INSECURE: the certificate of ${machine.url} is not checked`);
});

test('an encrypted download is not redirected to an open one', async () => {
  await using open = await setup();
  const answer: http.RequestListener = ({ url }, response) =>
    void response.writeHead(302, { location: `${open.url}${url}` }).end();
  const server = https.createServer(ours, answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code } = await open.run(['--url', url, '--token', token, '--insecure']);
  server.close();
  expect([code, open.files(), open.asked]).toEqual([1, [], []]);
});

test('OpenRC: a service script is written, added, started, and taken away', async () => {
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

test('without root, without a server, or on a machine there is no agent for, it says so and does nothing', async () => {
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

test('a script that was cut off while it was fetched installs nothing', async () => {
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
