// The reverse proxies of the guide, as the programs themselves, with the very text of their examples. Only addresses, ports and the
// files of the certificate are replaced.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const guide = readFileSync(path.resolve(import.meta.dirname, '../../docs/site/guide/behind-a-proxy.md'), 'utf8');

export type Place = 'A name of its own' | 'Below a path';
export const NAMES: Readonly<Record<Place, string>> = {
  'A name of its own': 'belfry.example',
  'Below a path': 'example.org',
};

/** The example of the guide for one program. */
export function exampleOf(program: string, place: Place): string {
  const part = guide.split('\n## ').find((each) => each.startsWith(place)) ?? '';
  const section = part.split('\n### ').find((each) => each.startsWith(`${program}\n`)) ?? '';
  const [, text] = /```\w+\n(.*?)\n```/s.exec(section) ?? [];
  if (text === undefined) throw new Error(`the guide has no example for ${program} in "${place}"`);
  return text;
}

export interface Party {
  program: string;
  /** The Debian package. */
  debian: string;
  file: string;
  /** `dir` is a folder for its files. */
  arguments(dir: string): string[];
  /** The whole file of configuration around the example. */
  around(example: string, place: Place, dir: string): string;
}

const temporary = (dir: string) =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${dir}/${kind};`);

export const parties: readonly Party[] = [
  {
    program: 'nginx',
    debian: 'nginx-light',
    file: '/usr/sbin/nginx',
    arguments: (dir) => ['-p', dir, '-e', 'stderr', '-c', `${dir}/configuration`],
    around(example, place, dir) {
      const [map] = exampleOf('nginx', 'A name of its own').split('\n\n');
      const tls = `listen 443 ssl; ssl_certificate /etc/ssl/belfry.crt; ssl_certificate_key /etc/ssl/belfry.key;`;
      const own = place === 'Below a path' ? `${map}\nserver { ${tls}\n${example}\n}` : example;
      return `daemon off; master_process off; pid ${dir}/pid; events {}\nhttp { access_log off; ${temporary(dir).join(' ')}\n${own}\n}`;
    },
  },
  {
    program: 'Caddy',
    debian: 'caddy',
    file: '/usr/bin/caddy',
    arguments: (dir) => ['run', '--adapter', 'caddyfile', '--config', `${dir}/configuration`],
    around: (example) => `{\n admin off\n auto_https disable_redirects\n}\n${example}`,
  },
  {
    program: 'HAProxy',
    debian: 'haproxy',
    file: '/usr/sbin/haproxy',
    arguments: (dir) => ['-db', '-f', `${dir}/configuration`],
    around: (example, place) =>
      `${place === 'Below a path' ? exampleOf('HAProxy', 'A name of its own').replace('default_backend belfry', example) : example}\n`,
  },
  {
    program: 'Apache',
    debian: 'apache2',
    file: '/usr/sbin/apache2',
    arguments: (dir) => ['-X', '-d', dir, '-f', `${dir}/configuration`],
    around(example, _, dir) {
      const modules = ['mpm_event', 'authz_core', 'ssl', 'headers', 'proxy', 'proxy_http', 'proxy_wstunnel'];
      const loads = modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`);
      const user = process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : [];
      return [
        ...loads,
        ...user,
        `PidFile ${dir}/pid`,
        `DefaultRuntimeDir ${dir}`,
        `ErrorLog ${dir}/error.log`,
        'ServerName localhost',
        'Listen 443',
        example,
      ].join('\n');
    },
  },
];

/** The reason why this program cannot be tried here, for `ctx.skip`. */
export const noParty = ({ program, file, debian }: Party): string | undefined =>
  existsSync(file) ? undefined : `no ${program} found (Debian: apt-get install ${debian})`;

export interface Certificate {
  dir: string;
  cert: string;
}

/** For both names of the guide. */
export function makeCertificate(): Certificate {
  const dir = mkdtempSync(path.join(tmpdir(), 'belfry-proxies-'));
  const names = Object.values(NAMES)
    .map((name) => `DNS:${name}`)
    .join(',');
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=belfry',
      '-addext',
      `subjectAltName=${names}`,
      '-keyout',
      `${dir}/belfry.key`,
      '-out',
      `${dir}/belfry.crt`,
    ],
    { stdio: 'ignore' },
  );
  const cert = readFileSync(`${dir}/belfry.crt`, 'utf8');
  writeFileSync(`${dir}/belfry.pem`, cert + readFileSync(`${dir}/belfry.key`, 'utf8'));
  return { dir, cert };
}

interface Started {
  port: number;
  /** `host:port` of Belfry. */
  upstream: string;
  certificate: Certificate;
}

/** With the values of this machine in place of those of the guide. */
export function localised(text: string, { port, upstream, certificate }: Started): string {
  return text
    .replaceAll('127.0.0.1:7655', upstream)
    .replaceAll('/etc/ssl/', `${certificate.dir}/`)
    .replaceAll(/^(belfry\.example|example\.org) \{/gm, `$1:${port} {`)
    .replaceAll(
      /(listen |Listen |\*:|bind :)443/g,
      (_, before: string) =>
        `${before === 'bind :' ? 'bind 127.0.0.1:' : before === '*:' ? '*:' : `${before}127.0.0.1:`}${port}`,
    );
}

/** Starts the program with its example of the guide. Ends with the returned function. */
export async function startParty(
  party: Party,
  place: Place,
  started: Started,
  example = exampleOf(party.program, place),
): Promise<() => Promise<void>> {
  const dir = mkdtempSync(path.join(tmpdir(), 'belfry-proxy-'));
  mkdirSync(path.join(dir, 'home'));
  writeFileSync(path.join(dir, 'configuration'), localised(party.around(example, place, dir), started));
  const env = { PATH: process.env.PATH, HOME: path.join(dir, 'home') };
  const child = spawn(party.file, party.arguments(dir), { stdio: ['ignore', 'pipe', 'pipe'], env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const exited = once(child, 'exit');
  await Promise.race([
    listens(started.port),
    exited.then(() => Promise.reject(new Error(`${party.program} ended:\n${said}`))),
  ]);
  return () => end(child, exited, dir);
}

async function end(child: ChildProcess, exited: Promise<unknown>, dir: string): Promise<void> {
  child.kill('SIGTERM');
  await exited;
  rmSync(dir, { recursive: true, force: true });
}

async function listens(port: number, deadline = Date.now() + 120_000): Promise<void> {
  while (Date.now() < deadline) {
    const socket = connect(port, '127.0.0.1');
    const opened = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (opened) return;
    await new Promise((next) => setTimeout(next, 20));
  }
  throw new Error(`nothing listens on port ${port} after two minutes`);
}
