// Demo mode: the simulated datacentre as a program of its own, and the hosts it wants watched.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { flagsOf } from '@belfry/schema/config/abilities';
import { nodeConfigs } from '@belfry/schema/config/node';
import * as z from 'zod';
import type { LabConfig } from '../config/env.ts';
import type { Logger } from '../lib/logger.ts';

/** The first line the lab writes; what it says beyond a host's configuration is not ours. */
const Greeting = z.object({
  instances: z.array(z.union(nodeConfigs.map((schema) => schema.strip()))),
  members: z.record(z.string(), z.array(z.object({ node: z.string() }))),
});

/** More often than agents do: a demo is looked at for minutes. */
const REPORT_SECONDS = 10;

/** Beside the bundle, or among the sources. */
const bundled = path.join(import.meta.dirname, 'lab.js');
const program = existsSync(bundled) ? bundled : path.join(import.meta.dirname, '../../../../packages/lab/src/cli.ts');

/** Rejects when the lab ends before it is ready. It ends with us: its standard input is our lifeline to it. */
export async function startDemo({ nodes, guests, seed, dockerHosts }: LabConfig, log: Logger) {
  const sizes = ['--nodes', nodes, '--guests', guests, '--seed', seed].map(String);
  const beside = ['--everything', '--plain', '--calm', '--backup-servers', '1', '--mail-gateways', '1'];
  const wrong = ['--troubles', 'morning'];
  const docker = ['--docker-hosts', String(dockerHosts), '--docker-interval', String(REPORT_SECONDS)];
  const child = spawn(process.execPath, [program, '--child', '--json', ...sizes, ...beside, ...wrong, ...docker], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let stopping = false;
  const ended = once(child, 'exit').then(([code]) => {
    if (!stopping) log.error({ code }, 'the simulated datacentre ended');
  });
  const { instances, members } = Greeting.parse(JSON.parse(await firstLine(child)));
  log.info({ instances: instances.length, nodes, guests, seed }, 'demo: watching a simulated datacentre');
  const [[name, nodesOf] = ['', []]] = Object.entries(members);
  return {
    /** Its first cluster. */
    cluster: name === '' ? undefined : { id: name, name, nodes: nodesOf.map(({ node }) => node) },
    // a demo shows everything; the disks of a simulated datacentre have no sleep to lose
    nodes: instances.map((node) => ({
      ...node,
      ...Object.fromEntries(flagsOf(node.type).map((flag) => [flag, true])),
    })),
    /** Lets its Docker hosts report to a server that takes this token. */
    report(url: string, token: string) {
      child.stdin?.write(`${JSON.stringify({ reportTo: url, token })}\n`);
    },
    stop() {
      stopping = true;
      child.kill();
      return ended;
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the simulated datacentre has no output');
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the simulated datacentre ended with code ${code} before it was ready`);
  });
  const [line] = await Promise.race([once(lines, 'line'), ended]);
  return line;
}
