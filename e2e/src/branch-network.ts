// A network of its own, as a branch has behind its router: what runs in it reaches the server and nothing else, and the server reaches nothing in it.
// It is a network namespace with one pair of virtual interfaces.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { LabInstance } from '@belfry/lab/datacentre';

/** Why no such network can be made here. */
export function noNetworks(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root makes network namespaces';
  const name = `belfry-try-${process.pid}`;
  try {
    ip('netns', 'add', name);
    ip('netns', 'del', name);
    return undefined;
  } catch (error) {
    return `no network namespaces here: ${(error as Error).message.split('\n')[0]}`;
  }
}

const ip = (...words: string[]) => execFileSync('ip', words, { stdio: ['ignore', 'pipe', 'pipe'] }).toString();

export interface BranchNetwork {
  /** The address at which the branch reaches the server. */
  serverAddress: string;
  /** Starts the program of Node in the branch. */
  start(words: readonly string[]): ChildProcess & { stdout: Readable };
  /** Runs it to its end, and returns what it prints. */
  run(words: readonly string[]): string;
  cut(): void;
  mend(): void;
  remove(): Promise<void>;
}

/** `number` 0 to 50: each branch of a test has another one. */
export function createBranchNetwork(number: number): BranchNetwork {
  const id = `${process.pid.toString(36)}${number}`;
  const [name, here, there] = [`belfry-${id}`, `bh${id}`, `bt${id}`];
  const net = `10.213.${number}`;
  const children: ChildProcess[] = [];
  const inside = (words: readonly string[]) => ['netns', 'exec', name, process.execPath, ...words];
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  ip('netns', 'add', name);
  ip('link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', name);
  ip('addr', 'add', `${net}.1/30`, 'dev', here);
  ip('-n', name, 'addr', 'add', `${net}.2/30`, 'dev', there);
  ip('-n', name, 'link', 'set', 'lo', 'up');
  ip('-n', name, 'link', 'set', there, 'up');
  ip('link', 'set', here, 'up');
  return {
    serverAddress: `${net}.1`,
    start(words) {
      const child = spawn('ip', inside(words), { env, stdio: ['pipe', 'pipe', 'ignore'] });
      children.push(child);
      return child;
    },
    run: (words) => execFileSync('ip', inside(words), { env }).toString(),
    cut: () => void ip('link', 'set', here, 'down'),
    mend: () => void ip('link', 'set', here, 'up'),
    async remove() {
      for (const child of children) {
        const over = once(child, 'exit');
        if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await over;
      }
      ip('netns', 'del', name);
    },
  };
}

/** Hosts in the branch. Every branch has the same names and addresses; `seed` gives each its own guests and certificates. */
export async function startHosts(network: BranchNetwork, labBundle: string, seed: number): Promise<LabInstance> {
  const lab = ['--nodes', '2', '--guests', '12', '--seed', `${seed}`, '--calm', '--plain'];
  const words = ['--json', '--child', '--port', '8006', ...lab];
  const { stdout } = network.start([labBundle, ...words]);
  for await (const line of createInterface(stdout)) {
    if (!line.startsWith('{')) continue;
    const { instances } = JSON.parse(line) as { instances: LabInstance[] };
    const [host] = instances;
    if (host) return host;
  }
  throw new Error('the lab of the branch ended');
}
