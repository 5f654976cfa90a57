// What the agent costs its host: CPU of the agent and of the engine, with and without the agent, beside idle containers.
//   node bench/src/docker-agent.ts [containers=100] [minutes=2]      needs root, an engine of this machine, and busybox
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { busyboxImage } from '@belfry/e2e/engine/stand-in';

const [containers = 100, minutes = 2] = process.argv.slice(2).map(Number);
const image = await busyboxImage();
const docker = (...args: string[]) =>
  execFileSync('docker', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

/** CPU seconds of a process and, for containerd and its shims, of every process of that name. */
const cpuSeconds = (pid: number) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};
const named = (name: string) =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === name;
      } catch {
        return false;
      }
    });
const total = (name: string) => named(name).reduce((sum, pid) => sum + cpuSeconds(pid), 0);
const engine = () => ({ dockerd: total('dockerd'), containerd: total('containerd') + total('containerd-shim') });

let reports = 0;
let bytes = 0;
const server = http.createServer(async (request, response) => {
  bytes += Buffer.concat(await request.toArray()).length;
  reports++;
  response.end('{"success":true}');
});
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

const rates = (before: Record<string, number>, after: Record<string, number>) =>
  Object.entries(after)
    .map(([who, seconds]) => `${who} ${((seconds - (before[who] ?? 0)) / minutes).toFixed(2)} CPU s/min`)
    .join(', ');
const print = (line: string) => void process.stdout.write(`${line}\n`);

const label = `belfry.bench=${process.pid}`;
const ids: string[] = [];
try {
  for (let i = 0; i < containers; i++) ids.push(docker('run', '-d', '--label', label, image, 'sleep', '86400'));
  await wait(5000);

  const idle = engine();
  await wait(minutes * 60_000);
  print(`without the agent: ${rates(idle, engine())}`);

  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const program = path.join(import.meta.dirname, '../../apps/docker-agent/dist/main.js');
  const agent = spawn(process.execPath, [program, '--url', url, '--token', 't'], { stdio: 'inherit' });
  const pid = agent.pid ?? 0;
  await wait(20_000);
  print(`start and two reports: agent ${cpuSeconds(pid).toFixed(2)} CPU s`);
  const before = { agent: cpuSeconds(pid), ...engine() };
  reports = bytes = 0;
  await wait(minutes * 60_000);
  print(`with the agent: ${rates(before, { agent: cpuSeconds(pid), ...engine() })}`);
  const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  print(
    `${reports} reports of ${(bytes / reports / 1024).toFixed(0)} KB, ${(Number(resident) / 1024).toFixed(0)} MB resident`,
  );
  agent.kill();
} finally {
  for (let i = 0; i < ids.length; i += 20) docker('rm', '-f', ...ids.slice(i, i + 20));
  server.close();
}
