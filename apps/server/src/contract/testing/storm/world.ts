// A server and the collector of one site as processes, a cluster of the lab, and a line between them that a storm can break.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { english } from '@belfry/domain/sentences/english';
import { type Lab, nodeConfig, startLab } from '@belfry/lab/datacentre';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { COLLECT_PROTOCOL } from '@belfry/schema/collect/protocol';
import type { State } from '@belfry/schema/state';
import { join } from '../../../collector/join.ts';
import { type StormClock, stormClock, until } from './clock.ts';
import { type StormLine, stormLine } from './line.ts';
import { type Observer, startObserver } from './observer.ts';
import { type Program, startProgram } from './program.ts';
import { type StormReceiver, stormReceiver } from './receiver.ts';

export interface World {
  clock: StormClock;
  lab: Lab;
  cluster: string;
  line: StormLine;
  observer: Observer;
  receiver: StormReceiver;
  serverDir: string;
  siteDir: string;
  /** The folder of the collector is a disk of its own, which can be full. */
  hasDisk: boolean;
  server: Program;
  collector: Program;
  /** All that ran, with the ones that were killed. */
  programs: { name: string; program: Program }[];
  call(method: string, url: string, body?: unknown): Promise<{ status: number; json: unknown }>;
  state(): Promise<State>;
  /** In place of the one before, which must have ended. */
  startServer(protocol?: number): Promise<void>;
  startCollector(): void;
  /** Another one, with a copy of the folder. */
  startTwin(dataDir: string): Program;
  /** Of the wall clock of the collector, ms. */
  setAhead(ms: number): void;
  isConnected(): Promise<unknown>;
  /** What `belfry collector status` prints. */
  statusOfCollector(): Promise<string>;
  close(): Promise<void>;
}

const DISK_MB = 24;

export interface WorldOptions {
  /** An empty folder for everything. */
  dir: string;
  seed: number;
  speed: number;
  /** Where compiled programs are kept. */
  cache: string;
}

/** A folder without what says that a process has it: as on another machine. */
export function copyOf(from: string, to: string): string {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, filter: (file) => !/lock|ballast/.test(path.basename(file)) });
  return to;
}

export async function openWorld({ dir, seed, speed, cache }: WorldOptions): Promise<World> {
  const clock = stormClock(speed);
  const [serverDir, siteDir, aheadFile, noFile] = ['server', 'site', 'ahead', 'none'].map((name) =>
    path.join(dir, name),
  ) as [string, string, string, string];
  for (const folder of [serverDir, siteDir]) mkdirSync(folder);
  const hasDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', siteDir]).status === 0;
  const programs: World['programs'] = [];
  const lab = await startLab({
    nodes: 1,
    guests: 5,
    seed: 3 + (seed % 5),
    authDelayMs: 0,
    clock: clock.now,
    calm: true,
  });
  const receiver = await stormReceiver(clock.now);
  const common = { clock, cache };
  let host = '';
  const begin = (name: string, options: Parameters<typeof startProgram>[0]): Program => {
    const program = startProgram(options);
    programs.push({ name, program });
    return program;
  };
  const serve = (protocol: number = COLLECT_PROTOCOL): Program =>
    begin('the server', {
      ...{ ...common, words: [], aheadFile: noFile, protocol },
      env: {
        ...{ BELFRY_HOST: '127.0.0.1', BELFRY_PORT: '0', BELFRY_DATA_DIR: serverDir, BELFRY_AUTH_DISABLED: 'true' },
        ...{ BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8', BELFRY_LOG_LEVEL: 'info' },
      },
    });
  const collect = (name: string, dataDir: string): Program =>
    begin(name, { ...common, words: ['collector', 'run', '--data-dir', dataDir], aheadFile, env: {} });
  const addressOf = async (program: Program) => (host = await program.find(/ is at http:\/\/(\S+)$/m));

  const server = serve();
  await addressOf(server);
  const line = await stormLine(host);
  const observer = startObserver(host);
  const world: World = {
    ...{ clock, lab, cluster: lab.instances[0]?.name ?? '', line, observer, receiver, serverDir, siteDir, hasDisk },
    ...{ server, collector: server, programs },
    async call(method, url, body) {
      const reply = await fetch(`http://${host}${url}`, {
        ...{ method, signal: AbortSignal.timeout(10_000) },
        ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      const text = await reply.text();
      return { status: reply.status, json: text === '' ? undefined : JSON.parse(text) };
    },
    state: async () => (await world.call('GET', '/api/state')).json as State,
    async startServer(protocol) {
      world.server = serve(protocol);
      await addressOf(world.server);
      line.leadTo(host);
      observer.follow(host);
    },
    startCollector() {
      world.collector = collect('the collector', siteDir);
    },
    startTwin: (dataDir) => collect('the twin', dataDir),
    setAhead: (ms) => writeFileSync(aheadFile, String(ms)),
    async isConnected() {
      const { sites, instances } = await world.state();
      const [site] = sites;
      const isWell = site?.status === 'connected' && site.catchingUp === undefined;
      return (isWell && instances[0]?.health === 'healthy') || { site, instance: instances[0] };
    },
    async statusOfCollector() {
      const program = startProgram({
        ...{ ...common, words: ['collector', 'status', '--data-dir', siteDir], aheadFile, env: {} },
      });
      await new Promise((done) => program.child.on('close', done));
      return program.said();
    },
    async close() {
      await observer.close();
      receiver.close();
      line.close();
      for (const { program } of programs) if (program.isRunning()) await program.kill();
      await lab.stop();
      if (hasDisk) spawnSync('umount', ['-l', siteDir]);
      rmSync(dir, { recursive: true, force: true });
    },
  };
  const must = async (method: string, url: string, body: unknown): Promise<unknown> => {
    const { status, json } = await world.call(method, url, body);
    if (status >= 300) throw new Error(`${method} ${url} answered ${status}: ${JSON.stringify(json)}`);
    return json;
  };
  try {
    const { id: site, token } = (await must('POST', '/api/sites', { name: 'Köln' })) as { id: string; token: string };
    const joined = await join({ url: `http://${line.host}`, token, dataDir: siteDir, replace: false });
    if (!joined.ok) throw new Error(english(joined.error));
    world.startCollector();
    const schedule = {
      ...{ ...factoryConfig.schedule, cooldown: 0, maxAlertsHour: 0 },
      grouping: { enabled: false, window: 30 },
    };
    await must('PUT', '/api/alerts/config', { ...factoryConfig, schedule });
    await must('POST', '/api/notifications/webhooks', { name: 'Receiver', url: receiver.url });
    const [instance] = lab.instances;
    if (!instance) throw new Error('the lab has no instance');
    const { user: _, password: __, ...byToken } = nodeConfig(instance);
    await until(async () => (await world.state()).sites[0]?.status === 'connected', 'the collector connects');
    await must('POST', '/api/config/nodes', { ...byToken, name: 'branch', site });
    await until(world.isConnected, 'the site is healthy');
  } catch (error) {
    await world.close();
    throw error;
  }
  return world;
}
