// A machine on which a small release runs, and the updater as a program.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { UpdaterStatus } from '@belfry/release/exchange';
import { onTestFinished } from 'vitest';
import { processService } from './process-service.ts';
import { createMachine, type Machine } from './small-release.ts';

const program = path.join(import.meta.dirname, 'killed-updater.ts');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((settle) => server.once('listening', settle));
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/** A machine on which 1.0.0 runs. */
export async function setUp() {
  const machine = createMachine('1.0.0');
  const port = await freePort();
  const told = { ...machine, port, pidFile: path.join(machine.dataDir, '../pid'), limitMs: 4_000 };
  const service = processService(told);
  onTestFinished(async () => {
    await service.stop();
    rmSync(path.dirname(machine.root), { recursive: true, force: true });
  });
  await service.start();
  const start = (killAt: number, way: 'update' | 'go-back') =>
    new Promise<string>((done) => {
      execFile(process.execPath, [program, JSON.stringify(told), String(killAt), way], (_, stdout, stderr) =>
        done(stdout + stderr),
      );
    });
  return {
    ...machine,
    /** What it printed; it may be killed at a line. */
    run: (killAt = 0) => start(killAt, 'update'),
    goBack: (killAt = 0) => start(killAt, 'go-back'),
    ...{ service, ...looks(machine, port) },
  };
}

const looks = ({ root, dataDir }: Machine, port: number) => ({
  status: () => UpdaterStatus.parse(JSON.parse(readFileSync(path.join(dataDir, 'updates/status.json'), 'utf8'))),
  current: () => readlinkSync(path.join(root, 'current')),
  releases: () => readdirSync(path.join(root, 'releases')).toSorted(),
  own: () => readdirSync(path.join(root, 'updates')).toSorted(),
  data: () =>
    readdirSync(dataDir)
      .filter((name) => name !== 'updates')
      .toSorted(),
  database: () => readFileSync(path.join(dataDir, 'belfry.db'), 'utf8'),
  isAsked: () => existsSync(path.join(dataDir, 'updates/request.json')),
  answers: () =>
    fetch(`http://127.0.0.1:${port}/api/version`).then(
      async (reply) => ((await reply.json()) as { version: string }).version,
      () => 'nothing',
    ),
});
