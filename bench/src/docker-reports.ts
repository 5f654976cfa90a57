// Measures what Docker reports cost the server: `node bench/src/docker-reports.ts`. 500 hosts every 30 s through the whole
// server without the network: JSON, schema, identity, state, store, and the diff for browsers once a second.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { diff } from '@belfry/domain/delta/diff';
import { createHost, reportAt } from '@belfry/lab/docker/host';
import { AgentReport } from '@belfry/schema/agent/report';
import { openStore } from '../../apps/server/src/db/open-store.ts';
import { type Clock, momentOf } from '../../apps/server/src/lib/clock.ts';
import { createLogger } from '../../apps/server/src/lib/logger.ts';
import { createDockerHosts } from '../../apps/server/src/sources/docker-agent/hosts.ts';
import { createPersistence } from '../../apps/server/src/sources/docker-agent/persistence.ts';
import { numbered } from '../../apps/server/src/sources/numbering.ts';
import { createState } from '../../apps/server/src/state/state.ts';

const HOSTS = 500;
const INTERVAL_S = 30;
const ROUNDS = 4;
const START_S = 1_760_002_000;

async function measure(containers: number): Promise<string> {
  let now = START_S * 1000;
  const clock: Clock = { now: () => now, monotonic: () => now, after: () => () => {}, every: () => () => {} };
  const dataDir = mkdtempSync(path.join(tmpdir(), 'belfry-bench-'));
  const log = createLogger('silent');
  const opened = await openStore({ dataDir, clock, log });
  if (!opened.ok) throw new Error(opened.error.message);
  const store = opened.value;
  const state = createState({ started: momentOf(clock), version: '1.0.0' });
  const hosts = createDockerHosts({
    clock,
    persistence: createPersistence({ store: store.dockerHosts, clock, log }),
    agentVersion: '1.0.0',
    observe: numbered(state.apply),
    forget: (id) => state.remove(id, momentOf(clock)),
    isTokenValid: () => true,
  });
  const fleet = Array.from({ length: HOSTS }, (_, i) => createHost(1, i, containers / 0.95));
  const spent = { json: 0, schema: 0, receive: 0, diff: 0 };
  let bytes = 0;
  let reports = 0;
  const timed = <T>(part: keyof typeof spent, measured: boolean, work: () => T): T => {
    const from = process.cpuUsage();
    const result = work();
    const { user, system } = process.cpuUsage(from);
    if (measured) spent[part] += (user + system) / 1000;
    return result;
  };

  let seen = state.current();
  for (let round = 0; round < ROUNDS; round++) {
    const warm = round > 1;
    for (const [i, host] of fleet.entries()) {
      now += (INTERVAL_S * 1000) / HOSTS;
      const text = JSON.stringify(
        reportAt(host, Math.floor(now / 1000), { version: '1.0.0', intervalSeconds: INTERVAL_S }),
      );
      const body: unknown = timed('json', warm, () => JSON.parse(text));
      const report = timed('schema', warm, () => AgentReport.parse(body));
      timed('receive', warm, () => hosts.receive(report, { admin: true }, now));
      const from = process.cpuUsage();
      // Waits for running writes.
      await store.refresh();
      const { user, system } = process.cpuUsage(from);
      if (warm) spent.receive += (user + system) / 1000;
      if (i % Math.round(HOSTS / INTERVAL_S) === 0) {
        const before = seen;
        seen = timed('diff', warm, () => state.age(momentOf(clock), 1).after);
        timed('diff', warm, () => diff(before, seen));
      }
      if (warm) {
        bytes += text.length;
        reports++;
      }
    }
  }
  await store.close();
  rmSync(dataDir, { recursive: true });
  const each = (ms: number) => `${(ms / reports).toFixed(2)} ms`;
  const total = spent.json + spent.schema + spent.receive + spent.diff;
  const core = ((total / reports) * HOSTS) / (INTERVAL_S * 10);
  const size = `${Math.round(bytes / reports / 1000)} kB`;
  const parts = [spent.json, spent.schema, spent.receive, spent.diff, total].map(each);
  return `| ${containers} | ${[size, ...parts].join(' | ')} | ${core.toFixed(1)} % |`;
}

console.log(`${HOSTS} Docker hosts, a report every ${INTERVAL_S} s; CPU time per report, and the share of one core of them all:\n
| containers | size | JSON | schema | state and store | diff | together | of one core |
|---|---|---|---|---|---|---|---|`);
for (const containers of [20, 100, 512]) console.log(await measure(containers));
