// Sources emit plain data: an observation has the same meaning after it was written as JSON and read again.
import { SensorReport } from '@belfry/schema/agent/sensors';
import { NodeConfig } from '@belfry/schema/config/node';
import { Observation } from '@belfry/schema/messages/observation';
import { expect, test } from 'vitest';
import { momentOf } from '../lib/clock.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { createState } from '../state/state.ts';
import { heard, node } from '../state/testing/observations.ts';
import { createDockerHosts } from './docker-agent/hosts.ts';
import { report } from './docker-agent/testing/reports.ts';
import { numbered } from './numbering.ts';
import { startPolling } from './poller.ts';
import { createSource } from './registry.ts';
import { createSensors } from './sensors/source.ts';
import { countRunning } from './testing/running.ts';
import { simulated } from './testing/simulated.ts';
import { testedTypes } from './testing/tested-kinds.ts';
import { json, startTlsServer } from './testing/tls-server.ts';

const START = Date.UTC(2026, 10, 21);
const log = createLogger('silent');

/** A state that gets every observation directly, and one that gets it as JSON, as from another process. */
function twoStates(clock = fakeClock(START)) {
  const options = { started: momentOf(clock), version: 'test' };
  const [direct, remote] = [createState(options), createState(options)];
  const observe = numbered((observation) => {
    direct.apply(observation);
    remote.apply(Observation.parse(JSON.parse(JSON.stringify(observation))));
  });
  return { clock, observe, direct, remote };
}

test.for(testedTypes)('everything that a %s source emits is plain data, also its failures', async (type) => {
  const { clock, observe, direct, remote } = twoStates();
  const ask = simulated(type, START);
  await using server = await startTlsServer(({ url = '' }, response) => {
    const path = url.replace('/api2/json', '');
    const answer = path === '/access/ticket' ? { ok: true, value: { ticket: 'T' } } : ask(path, clock.now());
    json(response, 'value' in answer ? answer.value : null, answer.ok ? 200 : 501);
  });
  const login = type === 'pmg' ? { user: 'a@pmg', password: 'x' } : { tokenName: 'a@pve!b', tokenValue: 's' };
  const host = { host: server.origin, fingerprint: server.certificate.fingerprint };
  const config = NodeConfig.parse({ type, name: 'home', ...host, ...login });
  const source = createSource(config, { clock, log, random: () => 0.5 });
  const { source: counted, pass } = countRunning(source, clock);
  const polling = startPolling(counted, { clock, random: () => 0.5, observe, log });
  await pass(40);
  expect(direct.current().instances).toMatchObject([{ health: 'healthy' }]);
  expect(remote.current()).toEqual(direct.current());
  await server.stop();
  await pass(40);
  await polling.stop();
  expect(direct.current().instances).toMatchObject([{ health: 'error', error: { kind: 'unreachable' } }]);
  expect(remote.current()).toEqual(direct.current());
});

test('reports of Docker hosts and temperatures are plain data', () => {
  const { clock, observe, direct, remote } = twoStates();
  const persistence = {
    async *load() {},
    heard() {},
    async remove() {},
    async leaveOut() {},
    start: () => async () => {},
  };
  const deps = { clock, persistence, agentVersion: '1', observe, forget() {}, isTokenValid: () => true };
  createDockerHosts(deps).receive(report(), { admin: true }, 0);
  expect(direct.current().dockerHosts).toHaveLength(1);
  observe(heard('a', START, { nodes: [node('a', 'pve1')] }));
  const memory = { recall: () => undefined, keep() {} };
  const sensors = createSensors({ state: direct.current, observe, isTokenValid: () => true, memory, clock, log });
  const celsius = { 'coretemp-isa-0000': { 'Package id 0': { temp1_input: 61 } } };
  sensors.receive(SensorReport.parse({ node: 'pve1', sensors: celsius }), { admin: true });
  expect(direct.current().nodes).toMatchObject([{ temperature: { cpuPackage: 61 } }]);
  expect(remote.current()).toEqual(direct.current());
});
