// Runs the lab in its own process, so that its work does not count as work of the product.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

const program = path.resolve(import.meta.dirname, '../../packages/lab/src/cli.ts');

export interface LabProcess {
  /** For BELFRY_NODES. */
  instances: object[];
  /** Requests so far: path template → count, over all clusters. */
  requests(): Promise<Map<string, number>>;
  stop(): Promise<void>;
}

/** `more`: other options of the lab. */
export async function startLabProcess(
  nodes: number,
  guests: number,
  clusters: number,
  more: readonly string[] = [],
): Promise<LabProcess> {
  const args = ['--nodes', nodes, '--guests', guests, '--clusters', clusters, '--seed', 3, '--version', 9.2].map(
    String,
  );
  const child: ChildProcess = spawn(process.execPath, [program, '--child', '--json', ...args, ...more], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('the lab has no output');
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { instances, control } = JSON.parse(String(line));
  return {
    instances,
    async requests() {
      const { counts } = (await (await fetch(`${control}/requests`)).json()) as {
        counts: { path: string; count: number }[];
      };
      const byPath = new Map<string, number>();
      for (const entry of counts) byPath.set(entry.path, (byPath.get(entry.path) ?? 0) + entry.count);
      return byPath;
    },
    async stop() {
      child.stdin?.end();
      await once(child, 'exit');
    },
  };
}
