// Makes sure the pinned Node and pnpm are there. Plain JavaScript for Node >= 18, npm registry only, no install scripts.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const json = (...p) => JSON.parse(readFileSync(path.join(root, ...p), 'utf8'));
const pkg = json('package.json');
const nodePin = readFileSync(path.join(root, '.node-version'), 'utf8').trim();
const nodeMin = pkg.engines.node.replace(/^>=/, '').split('.').map(Number);
const pnpmPin = /^pnpm@([^+]+)/.exec(pkg.packageManager)[1];
const win = process.platform === 'win32';
const musl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;

/** Is `version` ("24.21.0") at least `min` ([24, 12])? */
function atLeast(version, min) {
  const v = version.split('.').map(Number);
  for (let i = 0; i < min.length; i++) if ((v[i] ?? 0) !== min[i]) return (v[i] ?? 0) > min[i];
  return true;
}

function installed(name) {
  try {
    return json('.toolchain', 'node_modules', name, 'package.json').version;
  } catch {
    return undefined;
  }
}

export function fail(message, code = 1) {
  console.error(message);
  process.exit(code);
}

/** Runs a command to its end, its output on stderr; ends this process when it fails. */
export function step(cmd, args, env) {
  const r = spawnSync(cmd, args, { cwd: root, stdio: ['ignore', 2, 2], env, shell: win });
  if (r.error) fail(r.error.message);
  if (r.status !== 0) process.exit(r.status ?? 1);
}

// npm's own npm_config_* would be read by pnpm and node-gyp in the commands we start
const cleanEnv = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([k]) => !/^npm_(config_(?!cache|registry|userconfig)|package_|lifecycle_)/i.test(k),
    ),
  );

function fetchTools(want, env) {
  if (want.every(([name, version]) => installed(name) === version)) return;
  const specs = want.map((w) => w.join('@'));
  console.error(`[toolchain] fetching ${specs.join(' and ')} into .toolchain/ (once)`);
  mkdirSync(path.join(root, '.toolchain'), { recursive: true });
  writeFileSync(path.join(root, '.toolchain', 'package.json'), '{"private":true}\n');
  const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // --no-save removes packages that are not named, so all of them are named
  step('npm', ['install', '--prefix', path.join(root, '.toolchain'), ...flags, ...specs], env);
}

function ownPnpm() {
  const r = spawnSync('pnpm', ['--version'], { cwd: path.parse(root).root, encoding: 'utf8', shell: win });
  return r.stdout?.trim().split('.')[0] === pnpmPin.split('.')[0];
}

/** Installs the missing tools. Returns the directories to put first on PATH, and a clean environment. */
export function toolchain() {
  const env = cleanEnv();
  const want = [];
  const bins = [];
  let nodeBin;
  if (!atLeast(process.versions.node, nodeMin)) {
    if (musl) fail(`Belfry needs Node ${pkg.engines.node}; on musl install it yourself, there is no package to fetch.`);
    const darwinArm = process.platform === 'darwin' && process.arch === 'arm64';
    const name = `${darwinArm ? 'node-bin' : 'node'}-${win ? 'win' : process.platform}-${process.arch}`;
    want.push([name, installed(name) === pkg.config.nodeWithoutLibatomic ? pkg.config.nodeWithoutLibatomic : nodePin]);
    nodeBin = path.join(root, '.toolchain', 'node_modules', name, 'bin');
    bins.push(nodeBin);
  }
  if (!ownPnpm()) {
    const name = `@pnpm/exe.${process.platform}-${process.arch}${musl ? '-musl' : ''}`;
    want.push([name, pnpmPin]);
    bins.push(path.join(root, '.toolchain', 'node_modules', name));
  }
  if (want.length > 0) fetchTools(want, env);
  // Node 26 needs libatomic.so.1, which a minimal Linux lacks; the LTS before it does not
  if (nodeBin && spawnSync(path.join(nodeBin, 'node'), ['--version']).status !== 0) {
    console.error(
      `[toolchain] Node ${nodePin} does not start here (no libatomic?), taking ${pkg.config.nodeWithoutLibatomic}`,
    );
    want[0][1] = pkg.config.nodeWithoutLibatomic;
    fetchTools(want, env);
  }
  env.PATH = [...bins, process.env.PATH].join(path.delimiter);
  env.TURBO_TELEMETRY_DISABLED ??= '1';
  return { bins, env };
}
