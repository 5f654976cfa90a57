// The containers of a fleet fit on their hosts, for every seed and time. The tests check the posted reports.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AgentReport } from '@belfry/schema/agent/report';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startFleet } from './fleet.ts';

const seeds = Array.from({ length: 10 }, (_, i) => i + 1);
const HOSTS = 12;

/** One report of every host of a fleet at that time. */
async function reports(seed: number, at: number): Promise<AgentReport[]> {
  const seen = new Map<string, AgentReport>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const report = AgentReport.parse(JSON.parse(body));
    seen.set(report.host.hostname, report);
    response.end('{}');
    server.emit('heard');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  // In the second half of an hour every host reports.
  const clock = () => at - (at % 3_600_000) + 1_800_000;
  const fleet = startFleet({ url, token: 't', hosts: HOSTS, containers: 30, seed, clock, intervalSeconds: 0.1 });
  while (seen.size < HOSTS) await once(server, 'heard');
  await fleet.stop();
  return [...seen.values()];
}

describe.for(seeds)('seed %i', (seed) => {
  const at = Date.UTC(2026, 0, 15) + seed * 40_000_000_000;

  test('memory, cores and uptime of the containers fit in the host', async () => {
    for (const { host, containers } of await reports(seed, at)) {
      const sum = (figure: 'cpuPercent' | 'memoryUsageBytes') =>
        containers.reduce((all, container) => all + (container[figure] ?? 0), 0);
      const { totalCpu = 0, totalMemoryBytes = 0, uptimeSeconds = 0, hostname } = host;
      expect([hostname, sum('cpuPercent') <= totalCpu * 100]).toEqual([hostname, true]);
      expect(sum('cpuPercent') / totalCpu).toBeLessThanOrEqual((host.cpuUsagePercent ?? 0) + 0.01);
      expect(sum('memoryUsageBytes')).toBeLessThanOrEqual(host.memoryUsedBytes ?? 0);
      expect(host.memoryUsedBytes).toBeLessThanOrEqual(totalMemoryBytes);
      for (const container of containers) {
        expect(container.memoryConfiguredBytes ?? 0).toBeLessThanOrEqual(totalMemoryBytes);
        expect(container.memoryLimitBytes ?? 0).toBeLessThanOrEqual(totalMemoryBytes);
        expect(container.memoryUsageBytes ?? 0).toBeLessThanOrEqual(container.memoryLimitBytes ?? 0);
        expect(container.uptimeSeconds).toBeLessThanOrEqual(uptimeSeconds);
      }
    }
  });

  test('states agree with exit codes, restarts, health, times and the words of the engine', async () => {
    for (const { containers, timestamp = 0 } of await reports(seed, at))
      for (const c of containers) {
        const { state, status, exitCode = 0, health } = c;
        const runs = state === 'running' || state === 'paused';
        expect({ state, exit: runs ? exitCode : 0 }).toEqual({ state, exit: 0 });
        if (state === 'restarting') expect([exitCode === 0, Number(c.restartCount) > 0]).toEqual([false, true]);
        if (c.oomKilled) expect([state, exitCode]).toEqual(['exited', 137]);
        if (!runs) expect([health, c.memoryUsageBytes, c.ports]).toEqual([undefined, undefined, []]);
        const words = {
          running: /^Up /,
          paused: /^Up .* \(Paused\)$/,
          exited: /^Exited \(/,
          restarting: /^Restarting \(/,
        };
        expect(status).toMatch(words[state as keyof typeof words]);
        if (state === 'running') expect(status.includes(`(${health})`)).toBe(health !== undefined);
        if (!runs) expect(status).toContain(`(${exitCode})`);
        const times = [c.createdAt, c.startedAt, c.finishedAt ?? timestamp, timestamp];
        expect(times).toEqual(times.toSorted((a, b) => Number(a) - Number(b)));
        if (runs) expect(c.uptimeSeconds).toBe(Math.floor((timestamp - (c.startedAt ?? 0)) / 1000));
      }
  });

  test('names, images, labels, networks and ports agree, and each port of a host is used once', async () => {
    for (const { containers } of await reports(seed, at)) {
      const hostile = /[^a-z0-9-]/;
      const names = containers.map((c) => c.name).filter((name) => !hostile.test(name) && name.length < 100);
      expect(new Set(names).size).toBe(names.length);
      const subnets = new Map<string, string>();
      for (const { name, image, labels = {}, composeProject, composeService, networks } of containers) {
        expect(labels['com.docker.compose.project']).toBe(composeProject);
        expect(labels['com.docker.compose.service']).toBe(composeService);
        expect(image.split(':').at(-1)).toBe(labels['org.opencontainers.image.version']);
        if (names.includes(name))
          expect(name).toBe(`${composeProject}-${composeService}-${labels['com.docker.compose.container-number']}`);
        const [network] = networks;
        expect(network?.name).toBe(`${composeProject}_default`);
        const subnet = network?.ipv4?.split('.').slice(0, 3).join('.');
        if (subnet) expect([subnet, subnets.get(subnet) ?? composeProject]).toEqual([subnet, composeProject]);
        if (subnet) subnets.set(subnet, composeProject ?? '');
      }
      const addresses = containers.flatMap((c) => c.networks.flatMap(({ ipv4 }) => ipv4 ?? []));
      expect(new Set(addresses).size).toBe(addresses.length);
      const taken = containers.flatMap((c) => c.ports.flatMap(({ publicPort }) => publicPort ?? []));
      expect(new Set(taken).size).toBe(taken.length);
      const images = new Map(containers.map((c) => [c.image, c.imageId]));
      for (const c of containers) expect(c.imageId).toBe(images.get(c.image));
    }
  });
});
