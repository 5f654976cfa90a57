// Images made of the files of this machine, for tests that must not use an image registry.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { docker } from './docker.ts';

/** The content of an image in addition to busybox: paths in the image, and the files or folders of this machine they are copied from. */
interface Content {
  copies?: Record<string, string>;
  links?: Record<string, string>;
  /** Texts by path. One that begins with `#!` can be run. */
  files?: Record<string, string>;
  /** As for `docker import --change`. */
  changes?: string[];
}

const which = (name: string) => execFileSync('sh', ['-c', 'command -v "$1"', 'sh', name], { encoding: 'utf8' }).trim();

/** The shared libraries of this Node, its loader, and other parts of the same C library that programs may need. */
function libraries(): string[] {
  const own = execFileSync('ldd', [process.execPath], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
  const folder = path.dirname(own.find((file) => file.includes('libc.so')) ?? '/lib/libc.so.6');
  const more = ['librt.so.1', 'libresolv.so.2', 'libutil.so.1'].map((name) => path.join(folder, name));
  return [...own, ...more.filter((file) => existsSync(file))];
}

/** Made once, and found again by its tag, which is a hash of its content. */
async function image(name: string, { copies = {}, links = {}, files = {}, changes = [] }: Content): Promise<string> {
  const busybox = realpathSync(which('busybox'));
  const known = JSON.stringify([copies, links, files, changes, busybox, process.version]);
  const tag = `belfry-test/${name}:${createHash('sha256').update(known).digest('hex').slice(0, 12)}`;
  if (await docker('images', '-q', tag)) return tag;

  const root = mkdtempSync(path.join(tmpdir(), 'belfry-image-'));
  const at = (place: string) => {
    mkdirSync(path.join(root, path.dirname(place)), { recursive: true });
    return path.join(root, place);
  };
  try {
    cpSync(busybox, at('/bin/busybox'));
    const applets = execFileSync(busybox, ['--list'], { encoding: 'utf8' }).trim().split('\n');
    for (const applet of applets) if (applet !== 'busybox') symlinkSync('busybox', at(`/bin/${applet}`));
    for (const [place, from] of Object.entries(copies)) {
      cpSync(realpathSync(from), at(place), { recursive: true, verbatimSymlinks: true });
    }
    for (const [place, to] of Object.entries(links)) symlinkSync(to, at(place));
    for (const [place, text] of Object.entries(files)) {
      writeFileSync(at(place), text);
      if (text.startsWith('#!')) chmodSync(at(place), 0o755);
    }
    for (const folder of ['tmp', 'root', 'usr/bin']) mkdirSync(path.join(root, folder), { recursive: true });
    chmodSync(path.join(root, 'tmp'), 0o1777);
    const options = ['ENV PATH=/usr/local/bin:/bin', ...changes].flatMap((change) => ['--change', change]);
    const pack =
      'root=$1; shift; tar -C "$root" --numeric-owner --owner=0 --group=0 -c . | docker import "$@" >/dev/null';
    execFileSync('sh', ['-c', pack, 'sh', root, ...options, '-', tag]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  return tag;
}

/** Only busybox: 2 MB. */
export const busyboxImage = (): Promise<string> => image('busybox', {});

const certificates = '/etc/ssl/certs/ca-certificates.crt';
const system = {
  copies: { [certificates]: certificates, ...Object.fromEntries(libraries().map((file) => [file, file])) },
  links: { '/usr/bin/env': '/bin/busybox' },
  files: {
    '/etc/passwd': 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n',
    '/etc/group': 'root:x:0:\nnode:x:1000:\n',
    '/etc/nsswitch.conf': 'hosts: files dns\n',
  },
};

/** For `node:26-bookworm-slim`: a shell, this node with its libraries, npm, the user `node`, this machine's certificates. */
export const nodeImage = (): Promise<string> =>
  image('node', {
    copies: {
      ...system.copies,
      '/usr/local/bin/node': process.execPath,
      '/usr/local/lib/node_modules/npm': path.resolve(realpathSync(which('npm')), '../..'),
    },
    links: {
      ...system.links,
      '/usr/local/bin/npm': '../lib/node_modules/npm/bin/npm-cli.js',
      '/usr/local/bin/npx': '../lib/node_modules/npm/bin/npx-cli.js',
    },
    files: system.files,
    changes: [`ENV NODE_EXTRA_CA_CERTS=${certificates}`, `ENV SSL_CERT_FILE=${certificates}`],
  });

/** A machine to install on: a shell, the C and C++ libraries, and `files`; scripts among them can be run. */
export const machineImage = (name: string, files: Record<string, string>): Promise<string> =>
  image(name, { ...system, files: { ...system.files, ...files } });
