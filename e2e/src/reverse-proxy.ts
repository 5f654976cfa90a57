// A real nginx in front of Belfry: it asks for a password, passes the user on, and has its own client address.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './product.ts';

export const PROXY_SECRET = 'between the proxy and Belfry';
/** Requests of the proxy come from here, all others from 127.0.0.1. */
export const PROXY_ADDRESS = '127.0.0.2';
export const SIGNED_OUT = '/signed-out';

/** The password of each user is the name. Eve has no role. */
const roles = { ada: 'staff|admin', olga: 'operator', eve: '' };

const places = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'];
const nginx = () => places.find((place) => existsSync(place));

/** The reason why there is no proxy here, for `ctx.skip`. Throws on CI. */
export function noProxy(): string | undefined {
  const why =
    process.platform === 'linux'
      ? 'no nginx found (Debian: apt-get install nginx-light)'
      : 'needs Linux: the proxy has an address of its own on loopback';
  if (process.platform === 'linux' && nginx()) return undefined;
  if (process.env.CI) throw new Error(why);
  return why;
}

export interface ReverseProxy {
  url: string;
  stop(): Promise<void>;
}

/** `upstream` is `host:port`. */
export async function startReverseProxy(upstream: string): Promise<ReverseProxy> {
  const port = await freePort();
  const dir = mkdtempSync(path.join(tmpdir(), 'belfry-nginx-'));
  writeFileSync(
    path.join(dir, 'users'),
    Object.keys(roles)
      .map((name) => `${name}:{PLAIN}${name}\n`)
      .join(''),
  );
  writeFileSync(path.join(dir, 'nginx.conf'), configuration(dir, port, upstream));
  const child = spawn(nginx() as string, ['-p', dir, '-e', 'stderr', '-c', path.join(dir, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  await Promise.race([
    listens(`${url}${SIGNED_OUT}`),
    exited.then(() => Promise.reject(new Error(`nginx ended:\n${said}`))),
  ]);
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function listens(url: string, deadline = Date.now() + 120_000): Promise<void> {
  while (Date.now() < deadline) {
    if ((await fetch(url).catch(() => undefined))?.ok) return;
    await new Promise((next) => setTimeout(next, 20));
  }
  throw new Error(`${url} did not answer within two minutes`);
}

/** As an administrator would write it. nginx does not send a header that is set to an empty text. */
const configuration = (dir: string, port: number, upstream: string): string => `
daemon off;
master_process off;
pid ${dir}/nginx.pid;
events {}
http {
  access_log off;
  client_body_temp_path ${dir}/body;
  proxy_temp_path ${dir}/proxy;
  fastcgi_temp_path ${dir}/fastcgi;
  uwsgi_temp_path ${dir}/uwsgi;
  scgi_temp_path ${dir}/scgi;
  map $http_upgrade $connection_upgrade { default upgrade; '' close; }
  map $remote_user $role { default ''; ${Object.entries(roles)
    .map(([name, role]) => `${name} '${role}';`)
    .join(' ')} }
  server {
    listen 127.0.0.1:${port};
    location = ${SIGNED_OUT} {
      default_type text/plain;
      return 200 'Signed out by the proxy';
    }
    location / {
      auth_basic 'Belfry';
      auth_basic_user_file ${dir}/users;
      proxy_pass http://${upstream};
      proxy_bind ${PROXY_ADDRESS};
      proxy_http_version 1.1;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
      proxy_set_header Authorization '';
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Host $http_host;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header X-Proxy-Secret '${PROXY_SECRET}';
      proxy_set_header X-Proxy-User $remote_user;
      proxy_set_header X-Proxy-Roles $role;
    }
  }
}
`;
