#!/usr/bin/env node
// The commands of the README: prepares the tools and the workspace, then runs a task.
// node scripts/run.mjs start [--agents] | agents | demo | verify | test | nightly [vitest args] | lab [args] | bench [args] | release [folder] | dev | exec CMD... | env
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { fail, root, step, toolchain } from './toolchain.mjs';

const { bins, env } = toolchain();
const win = process.platform === 'win32';

/** Runs the task's own program in the foreground and ends with its exit code. */
function last(cmd, args, extra = {}) {
  // the fourth is a line between the two programs, which the server of Belfry uses
  const stdio = ['inherit', 'inherit', 'inherit', ...(win ? [] : ['ipc'])];
  const child = spawn(cmd, args, { cwd: root, stdio, env: { ...env, ...extra }, shell: win });
  for (const s of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(s, () => child.kill(s));
  // `npm start` killed by itself (not its process group) leaves us orphaned: stop the child too
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 1000).unref();
  child.on('error', (e) => fail(e.message, 127));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 1)));
  return child;
}

const install = () =>
  step('pnpm', ['install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only', '--loglevel=warn'], env);
const build = () => step('pnpm', ['exec', 'turbo', 'run', 'build', '--output-logs=errors-only'], env);
// the executables of the Docker agent, which other machines install from this server
const agents = () => step('pnpm', ['--filter', '@belfry/docker-agent', 'run', 'release'], env);
// the flags and the variables: docs/decisions/0008
const server = (extra) => {
  const flags = ['--min-semi-space-size=4', '--max-semi-space-size=64', '--heap-growing-percent=40'];
  const child = last('node', [...flags, 'apps/server/dist/main.js'], {
    MALLOC_ARENA_MAX: '1',
    MALLOC_MMAP_THRESHOLD_: '65536',
    MALLOC_TRIM_THRESHOLD_: '131072',
    ...extra,
  });
  if (!win) buildAgentsFor(child);
};

/** Builds the executables of the Docker agent when the server asks for them: `sources/docker-agent/builder.ts`. */
function buildAgentsFor(server) {
  const say = (text) => server.connected && server.send(text, () => {});
  say('agents: possible');
  server.on('message', (message) => {
    if (message !== 'agents: build') return;
    console.log('Building the Docker agents in the background; the log is shown if that fails.');
    const builder = spawn('pnpm', ['--filter', '@belfry/docker-agent', 'run', 'release'], { cwd: root, env });
    let log = '';
    for (const stream of [builder.stdout, builder.stderr])
      stream.on('data', (chunk) => {
        log = (log + chunk).slice(-10_000);
      });
    const stop = () => builder.kill();
    server.once('exit', stop);
    const end = (done) => {
      server.off('exit', stop);
      console.log(done ? 'The Docker agents are built.' : `The Docker agents could not be built:\n${log}`);
      say(done ? 'agents: built' : 'agents: failed');
    };
    builder.once('error', () => end(false));
    builder.once('close', (code) => end(code === 0));
  });
}

function gate(name) {
  install();
  last('node', ['scripts/gate.mjs', name, ...args]);
}

const [task = 'start', ...args] = process.argv.slice(2);
const tasks = {
  start() {
    const unknown = args.find((arg) => arg !== '--agents');
    if (unknown !== undefined) fail(`unknown option ${unknown}; start has one: --agents`, 2);
    install();
    build();
    if (args.includes('--agents') || /^(true|1|yes)$/i.test(env.BELFRY_BUILD_AGENTS ?? '')) agents();
    server();
  },
  agents() {
    install();
    agents();
  },
  demo() {
    install();
    build();
    server({
      BELFRY_DEMO: 'true',
      BELFRY_AUTH_DISABLED: 'true',
      BELFRY_DATA_DIR: env.BELFRY_DATA_DIR ?? './data/demo',
    });
  },
  verify: () => gate('verify'),
  test: () => gate('test'),
  nightly: () => gate('nightly'),
  lab() {
    install();
    last('node', ['packages/lab/src/cli.ts', ...args]);
  },
  bench() {
    if (args.includes('--help'))
      return console.log('npm run bench: measures what Belfry costs. BENCH_SECONDS: how long each part takes, 60.');
    install();
    build();
    last('node', ['bench/src/main.ts', ...args]);
  },
  release() {
    install();
    last('node', ['scripts/release/main.ts', ...args]);
  },
  site() {
    install();
    last('pnpm', ['exec', 'turbo', 'run', 'site', '--output-logs=new-only', '--', ...args]);
  },
  dev() {
    install();
    last('pnpm', ['--filter', './apps/**', '--parallel', 'run', 'dev']);
  },
  exec: () => last(args[0] ?? 'node', args.slice(1)),
  env: () => console.log(`export PATH=${bins.map((b) => `"${b}"${path.delimiter}`).join('')}"$PATH"`),
};
(tasks[task] ?? (() => fail(`unknown task ${task}; one of ${Object.keys(tasks).join(', ')}`, 2)))();
