// Facts about the machine from /proc and /etc, which the engine does not report.
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';

/** The facts at one time; what cannot be read is absent. CPU in ticks of all cores since boot. */
export interface HostFacts {
  hostname?: string;
  machineId?: string;
  uptimeSeconds?: number;
  cpu?: { busy: number; total: number };
  memoryUsedBytes?: number;
}

export interface HostFiles {
  read(path: string): string | undefined;
  /** The agent runs in a container. The machine then has the name of the container. */
  contained: boolean;
  hostname: string;
}

export const thisMachine = (): HostFiles => ({
  read(path) {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return undefined;
    }
  },
  contained: existsSync('/.dockerenv') || existsSync('/run/.containerenv'),
  hostname: os.hostname(),
});

export function hostFacts(files: HostFiles): HostFacts {
  const facts: HostFacts = {};
  if (!files.contained && files.hostname) facts.hostname = files.hostname;
  const machineId = (files.read('/etc/machine-id') ?? files.read('/var/lib/dbus/machine-id'))?.trim();
  if (machineId && /^[\w-]{1,128}$/.test(machineId)) facts.machineId = machineId;
  const uptime = Number.parseFloat(files.read('/proc/uptime') ?? '');
  if (uptime >= 0) facts.uptimeSeconds = Math.floor(uptime);
  const cpu = cpuTicks(files.read('/proc/stat') ?? '');
  if (cpu) facts.cpu = cpu;
  const used = memoryUsed(files.read('/proc/meminfo') ?? '');
  if (used !== undefined) facts.memoryUsedBytes = used;
  return facts;
}

/** `cpu user nice system idle iowait irq softirq steal guest guest_nice`; user includes guest time. */
function cpuTicks(stat: string) {
  const ticks = /^cpu +([\d ]+)/.exec(stat)?.[1]?.split(' ').map(Number).slice(0, 8);
  if (!ticks || ticks.length < 4) return undefined;
  const total = ticks.reduce((sum, n) => sum + n, 0);
  return { busy: total - (ticks[3] ?? 0) - (ticks[4] ?? 0), total };
}

function memoryUsed(meminfo: string): number | undefined {
  const kib = (name: string) => Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(meminfo)?.[1]);
  const used = (kib('MemTotal') - kib('MemAvailable')) * 1024;
  return used >= 0 ? used : undefined;
}

/** 0–100 of all cores. */
export function hostCpuPercent(before: HostFacts['cpu'], after: HostFacts['cpu']): number | undefined {
  if (!before || !after || after.total <= before.total) return undefined;
  const share = (after.busy - before.busy) / (after.total - before.total);
  return Math.min(100, Math.max(0, share * 100));
}
