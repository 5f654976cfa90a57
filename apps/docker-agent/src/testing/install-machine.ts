// A machine for tests of the install script: a root folder of its own, a fake service manager, and a real server to download
// from.
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
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
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Certificate } from '@belfry/lab/certificate';
import { parseOptions } from '../options/options.ts';

export const script = path.resolve(import.meta.dirname, '../../../../docker/install-docker-agent.sh');
/** Replaces the single executable: the same program, run by the Node of the tests. */
const program = `#!/bin/sh\nexec '${process.execPath}' '${path.join(import.meta.dirname, '../main.ts')}' "$@"\n`;
export const token = 'tok-EN_1.2~3';

export interface Machine {
  init?: 'systemd' | 'openrc';
  uid?: number;
  arch?: string;
  /** The group of the engine's socket. */
  group?: string;
  checksum?: string;
  /** The server uses TLS with this certificate. */
  tls?: Certificate;
  /** The only programs besides the service manager. */
  programs?: readonly string[];
}

/** An empty machine and a server with the agent. `run` returns exit code, output, and the calls of service commands. */
export async function setup({ init, uid = 0, arch = 'x86_64', group = 'root', checksum, tls, programs }: Machine = {}) {
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
    else response.end('{"success":true}');
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
          timeout: 120_000,
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

/** The settings file as a shell and the service read it. */
export function settings(root: string): Record<string, string> {
  const text = execFileSync('sh', ['-c', 'set -a; . "$1"; env', 'sh', path.join(root, 'etc/belfry-docker-agent.env')], {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin' },
  });
  return Object.fromEntries(text.split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2)));
}
export const targetsIn = (root: string) => {
  const parsed = parseOptions([], settings(root));
  return parsed.ok && parsed.value.run === 'agent' ? parsed.value.options.targets : parsed;
};
export const installed = [
  'etc/belfry-docker-agent.env',
  'etc/systemd/system/belfry-docker-agent.service',
  'usr/local/bin/belfry-docker-agent',
];
