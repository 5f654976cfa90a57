import { expect, test } from 'vitest';
import { type HostFiles, hostCpuPercent, hostFacts } from './host.ts';

const machine = (files: Record<string, string>, contained = false): HostFiles => ({
  read: (path) => files[path],
  contained,
  hostname: 'box',
});

test('uptime, memory, CPU ticks and id are read from the machine', () => {
  const facts = hostFacts(
    machine({
      '/proc/uptime': '512.34 900.00\n',
      '/proc/meminfo': 'MemTotal:  1000 kB\nMemFree: 1 kB\nMemAvailable:   400 kB\n',
      '/proc/stat': 'cpu  10 0 20 60 10 0 0 0 5 0\ncpu0 1 2 3 4\n',
      '/var/lib/dbus/machine-id': 'abc123\n',
    }),
  );
  expect(facts).toEqual({
    hostname: 'box',
    machineId: 'abc123',
    uptimeSeconds: 512,
    memoryUsedBytes: 600 * 1024,
    cpu: { busy: 30, total: 100 },
  });
});

test('facts that cannot be read are absent, and the name of a container is not used as the name of the host', () => {
  expect(hostFacts(machine({}))).toEqual({ hostname: 'box' });
  expect(hostFacts(machine({ '/proc/stat': 'cpu', '/proc/meminfo': 'x', '/etc/machine-id': '' }, true))).toEqual({});
});

test('host CPU is the busy share between two samples, and unknown from one sample', () => {
  expect(hostCpuPercent({ busy: 10, total: 100 }, { busy: 60, total: 200 })).toBe(50);
  expect(hostCpuPercent(undefined, { busy: 60, total: 200 })).toBeUndefined();
  expect(hostCpuPercent({ busy: 10, total: 100 }, { busy: 10, total: 100 })).toBeUndefined();
});
