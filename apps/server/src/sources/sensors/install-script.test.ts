// The script that makes a node report, run for real under a root of its own, with stand-ins for systemd and lm-sensors.
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { createCertificate } from '@belfry/lab/certificate';
import { SensorReport } from '@belfry/schema/agent/sensors';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tempDir } from '../../db/testing/temp-store.ts';

// Each test starts many programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const script = path.resolve(import.meta.dirname, '../../../../../docker/install-sensor-report.sh');
const token = 'tok-EN_1.2~3';
const readings = '{"coretemp-isa-0000":{"Adapter":"ISA adapter","Package id 0":{"temp1_input":42.000}}}';
const ours = await createCertificate('belfry', '127.0.0.1');
const strangers = await createCertificate('belfry', '127.0.0.1');

const RECEIPT = '{"success":true,"nodeId":"pve1","temperature":42}';

async function listen(
  certificate = ours,
  status = 200,
  answer = status === 200 ? RECEIPT : '{"error":"More than one"}',
) {
  const reports: { body: string; token: string | undefined; url: string | undefined }[] = [];
  const server = https.createServer(certificate, async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    if (request.method === 'POST')
      reports.push({ body, token: request.headers['x-api-token']?.toString(), url: request.url });
    response.writeHead(status, { location: 'https://sso.example/login' }).end(answer);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { port, url: `https://127.0.0.1:${port}`, reports };
}

/** A node. Starting the service runs the program as systemd would: with the settings as its environment. */
function machine({ uid = 0, sensors = `echo '${readings}'`, cluster = '' } = {}) {
  const [root, tools] = [tempDir(), tempDir()];
  const tool = (name: string, text: string) => {
    writeFileSync(path.join(tools, name), `#!/bin/sh\n${text}\n`);
    chmodSync(path.join(tools, name), 0o755);
  };
  tool('id', `echo ${uid}`);
  tool('uname', 'echo pve1.example.org');
  if (sensors !== '') tool('sensors', sensors);
  const env = path.join(root, 'etc/belfry-sensor-report.env');
  tool(
    'systemctl',
    `case "$*" in 'start belfry-sensor-report.service') set -a; . '${env}'; exec '${root}/usr/local/bin/belfry-sensor-report' ;; esac`,
  );
  mkdirSync(path.join(root, 'run/systemd/system'), { recursive: true });
  if (cluster !== '') {
    mkdirSync(path.join(root, 'etc/pve'), { recursive: true });
    writeFileSync(path.join(root, 'etc/pve/corosync.conf'), `totem {\n  cluster_name: ${cluster}\n  version: 2\n}\n`);
  }
  return {
    root,
    run: (args: string[], more: Record<string, string> = { BELFRY_TOKEN: token }) =>
      new Promise<{ code: number; output: string }>((done) => {
        const options = {
          env: { PATH: `${tools}:/usr/bin:/bin`, BELFRY_INSTALL_ROOT: root, ...more },
        };
        execFile('/bin/sh', [script, ...args], options, (error, stdout, stderr) =>
          done({ code: error ? Number(error.code ?? -1) : 0, output: stdout + stderr }),
        );
      }),
    files: () =>
      readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((file) => !file.startsWith('etc/pve') && statSync(path.join(root, file)).isFile())
        .sort(),
    file: (name: string) => readFileSync(path.join(root, name), 'utf8'),
  };
}
const installed = [
  'etc/belfry-sensor-report.env',
  'etc/systemd/system/belfry-sensor-report.service',
  'etc/systemd/system/belfry-sensor-report.timer',
  'usr/local/bin/belfry-sensor-report',
];

test('shellcheck finds no problem in the script and in the files that it writes', async (ctx) => {
  if (!existsSync('/usr/bin/shellcheck')) ctx.skip('shellcheck is not installed');
  const { url } = await listen();
  const { root, run } = machine();
  await run(['--url', url, '--insecure']);
  const written = path.join(root, 'usr/local/bin/belfry-sensor-report');
  expect(execFileSync('shellcheck', [script, written], { encoding: 'utf8' })).toBe('');
});

test('install, report, uninstall: the server can read the report, and nothing is left on the node', async () => {
  const { url, reports } = await listen();
  const { run, files, file, root } = machine({ cluster: 'home' });
  const install = await run(['--url', `${url}/`, '--fingerprint', ours.fingerprint]);
  expect(install).toMatchObject({ code: 0 });
  expect(files()).toEqual(installed);
  expect(statSync(path.join(root, 'etc/belfry-sensor-report.env')).mode & 0o777).toBe(0o600);
  expect(reports).toMatchObject([{ token, url: '/api/agents/sensors/report' }]);
  expect(SensorReport.parse(JSON.parse(reports[0]?.body ?? ''))).toEqual({
    node: 'pve1',
    cluster: 'home',
    intervalSeconds: 60,
    sensors: JSON.parse(readings),
  });
  expect([install.output, ...installed.slice(1).map(file)].join('\n')).not.toContain(token);
  expect(await run(['--uninstall'])).toMatchObject({ code: 0 });
  expect(files()).toEqual([]);
});

test('a sign-in in front of Belfry, in its place or by redirect, is no success, and it is said', async () => {
  const page = await listen(ours, 200, '<html>Sign in</html>');
  const inPlace = await machine().run(['--url', page.url, '--insecure']);
  expect(inPlace).toMatchObject({ code: 1, output: expect.stringContaining('no answer of Belfry') });
  const portal = await listen(ours, 302, '');
  const redirected = await machine().run(['--url', portal.url, '--insecure']);
  expect(redirected).toMatchObject({ code: 1, output: expect.stringContaining('https://sso.example/login 302') });
});

test('with --instance the report names the instance; otherwise it names the cluster, which is empty for a node without one', async () => {
  const { url, reports } = await listen();
  const tokenFile = path.join(tempDir(), 'token');
  writeFileSync(tokenFile, `${token}\n`);
  await machine().run(['--url', url, '--insecure', '--instance', 'my home', '--token-file', tokenFile], {});
  await machine().run(['--url', url, '--insecure']);
  expect(reports.map(({ token: given }) => given)).toEqual([token, token]);
  expect(reports.map(({ body }) => JSON.parse(body))).toMatchObject([{ instance: 'my home' }, { cluster: '' }]);
});

test('a server with another certificate than the pinned one gets no token, during the installation and afterwards', async () => {
  const [real, stranger] = [await listen(), await listen(strangers)];
  const wrong = machine();
  const refused = await wrong.run(['--url', stranger.url, '--fingerprint', ours.fingerprint]);
  expect([refused.code, wrong.files()]).toEqual([1, []]);
  expect(refused.output).toContain('another certificate');

  let port = real.port;
  const between = net.createServer((near) => {
    const far = net.connect(port, '127.0.0.1');
    for (const [from, to] of [[near, far] as const, [far, near] as const])
      from.on('error', () => to.destroy()).pipe(to);
  });
  await new Promise<void>((done) => between.listen(0, '127.0.0.1', done));
  onTestFinished(() => void between.close());
  const node = machine();
  const url = `https://127.0.0.1:${(between.address() as AddressInfo).port}`;
  expect(await node.run(['--url', url, '--fingerprint', ours.fingerprint])).toMatchObject({ code: 0 });
  port = stranger.port;
  const again = `set -a; . '${node.root}/etc/belfry-sensor-report.env'; PATH="${tempTools()}:$PATH" exec '${node.root}/usr/local/bin/belfry-sensor-report'`;
  expect(() => execFileSync('/bin/sh', ['-c', again], { stdio: 'pipe' })).toThrow();
  expect([real.reports.length, stranger.reports]).toEqual([1, []]);
});

function tempTools(): string {
  const tools = tempDir();
  writeFileSync(path.join(tools, 'sensors'), `#!/bin/sh\necho '${readings}'\n`, { mode: 0o755 });
  return tools;
}

test('only --insecure accepts any certificate, and the script warns about it', async () => {
  const { url, reports } = await listen(strangers);
  const plain = await machine().run(['--url', url]);
  expect([plain.code, reports]).toEqual([1, []]);
  const { code, output } = await machine().run(['--url', url, '--insecure']);
  expect([code, reports.length]).toEqual([0, 1]);
  expect(output).toContain('warning: INSECURE');
});

test('a refused report is logged with the reason', async () => {
  const { url } = await listen(ours, 409);
  const { code, output } = await machine().run(['--url', url, '--insecure']);
  expect(code).toBe(1);
  expect(output).toContain('Belfry does not take the report: {"error":"More than one"}');
});

test('without root, a token, sensors or a valid value the script reports the reason and writes nothing', async () => {
  const good = ['--url', 'https://127.0.0.1:1'];
  const attempt = async (made: ReturnType<typeof machine>, args: string[], env?: Record<string, string>) => {
    const { code, output } = await made.run(args, env);
    expect([code, made.files()]).toEqual([1, []]);
    return output;
  };
  expect(await attempt(machine({ uid: 1000 }), good)).toContain('root');
  expect(await attempt(machine(), good, {})).toContain('no token');
  expect(await attempt(machine({ sensors: 'exit 1' }), good)).toContain('finds no sensor');
  expect(await attempt(machine(), [])).toContain('--url');
  for (const [option, hostile] of [
    ['--url', "http://a'; touch CANARY'"],
    ['--url', 'http://a\nLD_PRELOAD=x'],
    ['--instance', 'a"; touch CANARY'],
    ['--instance', "a'\nb"],
    ['--fingerprint', "ab'; touch CANARY"],
    ['--wat', 'x'],
  ] as const) {
    expect(await attempt(machine(), [...good, option, hostile])).toContain(option);
  }
  expect(await attempt(machine(), good, { BELFRY_TOKEN: "t'\nX=y" })).toContain('token');
  expect(existsSync('CANARY')).toBe(false);
  rmSync('CANARY', { force: true });
});
