import type { ServerResponse } from 'node:http';
import { reportLimits } from '@belfry/schema/agent/limits';
import { AgentReport } from '@belfry/schema/agent/report';
import { expect, test } from 'vitest';
import { connect } from '../engine/engine.ts';
import { type Answer, engineServer } from '../testing/engine-server.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { type CollectorOptions, createCollector } from './collect.ts';

const start = Date.parse('2025-06-01T12:00:00Z');
const row = (Id: string, State = 'running') => ({ Id, Names: [`/${Id}`], Image: 'i', State, Status: 's', Ports: [] });
const inspect = {
  State: { StartedAt: '2025-06-01T11:59:00Z', ExitCode: 0 },
  RestartCount: 2,
  HostConfig: { RestartPolicy: { Name: 'unless-stopped', MaximumRetryCount: 0 } },
};
const stats = (total: number, system: number) => ({
  cpu_stats: { cpu_usage: { total_usage: total }, system_cpu_usage: system, online_cpus: 2 },
  memory_stats: { usage: 100, limit: 1000, stats: { inactive_file: 40 } },
});

/** Tables of answers; every other container runs and is idle. */
async function setup(answers: Record<string, () => Answer>, options: Partial<CollectorOptions> = {}) {
  const server = await engineServer((url) => {
    const own = answers[url];
    if (own) return own();
    if (url === '/version') return { ApiVersion: '1.41', Components: [{ Name: 'Engine' }] };
    if (url === '/info') return { ID: 'ENGINE', Name: 'dock', NCPU: 2, MemTotal: 5000, ServerVersion: '20.10' };
    return url.includes('/stats') ? stats(0, 0) : inspect;
  });
  const engine = connect(server.socket, 500);
  if (!engine.ok) throw new Error(engine.error);
  const collector = createCollector({
    engine: engine.value,
    files: { read: () => undefined, contained: false, hostname: 'box' },
    clock: fakeClock(start),
    intervalMs: 30_000,
    ...options,
  });
  const collect = async () => {
    const collected = await collector();
    if (!collected.ok) throw new Error(collected.error.reason);
    const { report, faults } = collected.value;
    // as the server parses it
    return { ...AgentReport.parse(JSON.parse(JSON.stringify(report))), faults };
  };
  return { server, collector, collect };
}
const listed = (...rows: object[]) => ({ '/containers/json?all=true': () => rows });

test('CPU is absent from the first report and the real load in the second', async () => {
  let round = 0;
  const { server, collect } = await setup({
    ...listed(row('a')),
    '/containers/a/stats?stream=false&one-shot=true': () => stats(5e9 + round * 15e9, 1e12 + round++ * 60e9),
  });
  await using _ = server;
  expect((await collect()).containers[0]?.cpuPercent).toBeUndefined();
  expect((await collect()).containers[0]).toMatchObject({
    cpuPercent: 50,
    memoryUsageBytes: 60,
    memoryPercent: 6,
    restartCount: 2,
    restartPolicy: 'unless-stopped',
    uptimeSeconds: 60,
  });
});

test('a container that restarted between two reports has no CPU figure', async () => {
  let run = 0;
  const { server, collect } = await setup({
    ...listed(row('a')),
    '/containers/a/json': () => ({ State: { StartedAt: `2025-06-01T11:59:0${run++}Z` } }),
    '/containers/a/stats?stream=false&one-shot=true': () => stats(run * 1e9, run * 2e9),
  });
  await using _ = server;
  await collect();
  expect((await collect()).containers[0]?.cpuPercent).toBeUndefined();
});

test('a container is reported even when its statistics or its details fail; a removed one is not', async () => {
  const broken = () => (response: ServerResponse) => {
    response.statusCode = 500;
    response.end('{}');
  };
  const { server, collect } = await setup({
    ...listed(row('a'), row('b'), row('gone')),
    '/containers/a/stats?stream=false&one-shot=true': broken,
    '/containers/b/json': broken,
    '/containers/gone/json': () => undefined,
  });
  await using _ = server;
  const { containers, faults } = await collect();
  expect(containers).toMatchObject([
    { id: 'a', state: 'running', restartCount: 2 },
    { id: 'b', state: 'running', memoryUsageBytes: 60 },
  ]);
  expect(containers[0]?.memoryUsageBytes).toBeUndefined();
  expect(containers[1]?.restartCount).toBeUndefined();
  expect(faults).toBe(2);
});

test('statistics are requested only for running containers', async () => {
  const states = ['running', 'exited', 'paused', 'created', 'restarting', 'dead'];
  const { server, collect } = await setup(listed(...states.map((state) => row(state, state))));
  await using _ = server;
  expect((await collect()).containers).toHaveLength(states.length);
  expect(server.asked.filter((url) => url.includes('/stats'))).toEqual([
    'GET /v1.41/containers/running/stats?stream=false&one-shot=true',
  ]);
});

test('two hundred containers are requested exactly eight at a time, only with GET', async () => {
  const held: ServerResponse[] = [];
  const hold = () => (response: ServerResponse) => {
    // No request is answered until eight are waiting.
    if (held.push(response) === 8) for (const each of held.splice(0)) each.end('{}');
  };
  const ids = Array.from({ length: 200 }, (_, i) => `c${i}`);
  const { server, collect } = await setup({
    ...listed(...ids.map((id) => row(id))),
    ...Object.fromEntries(ids.map((id) => [`/containers/${id}/json`, hold])),
  });
  await using _ = server;
  const { containers, faults } = await collect();
  expect([containers.length, faults, server.peak()]).toEqual([200, 0, 8]);
  expect(server.asked).toHaveLength(3 + 2 * 200);
  expect(server.asked.filter((line) => !line.startsWith('GET '))).toEqual([]);
});

test('a host with more containers than a report holds reports the running ones first and counts the rest', async () => {
  const many = Array.from({ length: reportLimits.containers }, (_, i) => row(`stopped${i}`, 'exited'));
  const { server, collect } = await setup(listed(...many, row('running1')));
  await using _ = server;
  const { containers, host } = await collect();
  expect(containers).toHaveLength(reportLimits.containers);
  expect(containers[0]?.id).toBe('running1');
  expect(host.omittedContainers).toBe(1);
});

test('rows that are not containers are left out', async () => {
  const { server, collect } = await setup(listed(row('a'), { Id: '../../images' }, {}, { Id: 7 }));
  await using _ = server;
  const { containers, faults } = await collect();
  expect(containers.map(({ id }) => id)).toEqual(['a']);
  expect(faults).toBe(3);
});

test('identity: the configured id, else the engine’s id, else the machine’s; Podman’s id changes with each answer and is not used', async () => {
  const podman = { '/version': () => ({ ApiVersion: '1.41', Components: [{ Name: 'Podman Engine' }] }) };
  const machine = { read: (path: string) => (path === '/etc/machine-id' ? 'mid\n' : undefined), contained: false };
  const identity = async (answers: Record<string, () => Answer>, options: Partial<CollectorOptions> = {}) => {
    const { server, collect } = await setup({ ...listed(), ...answers }, options);
    await using _ = server;
    const { agent, host } = await collect();
    return `${agent.id} on ${host.hostname}, ${host.engine}`;
  };
  expect(await identity({})).toBe('ENGINE on box, docker');
  expect(await identity({}, { agentId: 'mine', hostname: 'name' })).toBe('mine on name, docker');
  expect(await identity(podman, { files: { ...machine, hostname: 'box' } })).toBe('mid on box, podman');
  expect(await identity({ ...podman, '/info': () => ({}) })).toBe('box on box, podman');
  const contained = { read: () => undefined, contained: true, hostname: 'f00dcafe1234' };
  expect(await identity({}, { files: contained })).toBe('ENGINE on dock, docker');
});

test('an engine that is newer than the agent is called with the newest API version that the agent supports', async () => {
  const { server, collect } = await setup({ ...listed(), '/version': () => ({ ApiVersion: '1.99' }) });
  await using _ = server;
  await collect();
  expect(server.asked).toContain('GET /v1.44/info');
});

test('an engine that does not answer is an error, never an empty report', async () => {
  const { server, collector } = await setup({ '/containers/json?all=true': () => ({ message: 'no list' }) });
  await using _ = server;
  expect(await collector()).toMatchObject({ ok: false, error: { kind: 'bad-payload' } });
});
