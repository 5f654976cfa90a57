// The text of the metrics: names, units, labels and both formats.
import { resourceKinds } from '@belfry/schema/history/metrics';
import type { State } from '@belfry/schema/state';
import { expect, test } from 'vitest';
import type { Usage } from '../sampling/own-cost.ts';
import { everything, GB } from '../testing/everything.ts';
import { missing, runWith } from '../testing/real-engine.ts';
import { readingsOf } from './collect.ts';
import { subjects } from './subjects.ts';
import { familyOf, formatFor, type TextFormat, textOf } from './text.ts';

const since = '2026-06-01T12:00:00.000Z';
const usage: Usage = {
  ...{ cpuSeconds: 12.5, residentBytes: GB, writtenBytes: 4096, sentBytes: 100, browsers: 2 },
  calls: [{ instance: 'dc', poll: 'resources', calls: 7, failed: 1, lastDurationMs: 20 }],
};
const instance: State['instances'][number] = {
  ...{ id: 'dc', kind: 'pve', name: 'Home', host: 'https://dc:8006', health: 'healthy', dropped: 0, endpoints: [] },
};
const state: State = {
  ...everything,
  instances: [instance],
  connectionHealth: { dc: true },
  stats: { ...everything.stats, startTime: since, version: '1.2.3' },
};
const text = (change: Partial<State> = {}, format: TextFormat = 'prometheus') =>
  textOf(readingsOf({ ...state, ...change }, usage), format);
const samples = (of: string) => of.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

test('percent become ratios, the description has labels, and what was not measured is absent', () => {
  const lines = samples(text());
  expect(lines).toContain('belfry_guest_cpu_usage_ratio{id="dc-100"} 0.25');
  expect(lines).toContain('belfry_guest_network_receive_bytes_per_second{id="dc-100"} 1000');
  expect(lines).toContain(`belfry_storage_size_bytes{id="dc-pve1-data"} ${100 * GB}`);
  expect(lines).toContain('belfry_node_temperature_celsius{id="dc-pve1"} 55');
  expect(lines).toContain('belfry_instance_calls_total{id="dc"} 7');
  expect(lines).toContain('belfry_server_cpu_seconds_total 12.5');
  expect(lines).toContain('belfry_instance_info{id="dc",kind="pve",name="Home"} 1');
  expect(lines.join('\n')).not.toContain('NaN');
  expect(lines).toContain('belfry_node_cpu_pressure_ratio{id="dc-pve1"} 0.124');
  expect(lines.some((line) => line.startsWith('belfry_container_memory_pressure'))).toBe(false);
});

test('a guest that is paused or suspended is not up, and is marked as paused; no other has the mark', () => {
  for (const [status, expected] of [
    ['running', ['belfry_guest_up{id="dc-100"} 1']],
    ['paused', ['belfry_guest_up{id="dc-100"} 0', 'belfry_guest_paused{id="dc-100"} 1']],
    ['suspended', ['belfry_guest_up{id="dc-100"} 0', 'belfry_guest_paused{id="dc-100"} 1']],
    ['stopped', ['belfry_guest_up{id="dc-100"} 0']],
  ] as const) {
    const lines = samples(text({ vms: everything.vms.map((guest) => ({ ...guest, status })) }));
    expect(lines.filter((line) => /^belfry_guest_(up|paused)\{id="dc-100"/.test(line))).toEqual(expected);
  }
});

test('sites, backups, replication and high availability are exposed', () => {
  const job = {
    id: '100-0',
    target: 'pve2',
    disabled: false,
    result: 'failed',
    failCount: 3,
    lastSync: since,
  } as const;
  const lines = samples(
    text({
      vms: everything.vms.map((guest) => ({ ...guest, lastBackup: since, haState: 'error', replication: [job] })),
      sites: [
        { id: 's1', name: 'Cologne', status: 'silent', lastSeen: since },
        { id: 's2', name: 'Bonn', status: 'new' },
      ],
      pveClusters: [
        { id: 'dc', instance: 'dc', name: 'home', quorate: false, nodes: 3, nodesOnline: 1, haWorks: false },
      ],
    }),
  );
  expect(lines).toEqual(
    expect.arrayContaining([
      `belfry_guest_last_backup_time_seconds{id="dc-100"} ${Date.parse(since) / 1000}`,
      'belfry_guest_ha_managed{id="dc-100"} 0',
      'belfry_guest_ha_failed{id="dc-100"} 1',
      'belfry_replication_failed_runs{id="dc-100-0"} 3',
      'belfry_site_up{id="s1"} 0',
      'belfry_cluster_quorate{id="dc"} 0',
      'belfry_cluster_ha_works{id="dc"} 0',
    ]),
  );
  expect(lines.some((line) => line.includes('id="s2"'))).toBe(false);
});

test('every kind of the catalogue is exposed, and no two metrics have the same name', () => {
  const families = subjects.flatMap((subject) => [
    familyOf(subject, 'info'),
    ...subject.fields.map(({ name }) => familyOf(subject, name)),
  ]);
  expect(new Set(families).size).toBe(families.length);
  // What polls and Belfry cost are counters here, from which any engine makes rates.
  const counted = resourceKinds.filter((kind) => kind !== 'instance' && kind !== 'belfry');
  expect(subjects.filter(({ factors }) => factors.length > 0)).toHaveLength(counted.length);
});

test('what is too old is absent, and an instance that does not answer is 0', () => {
  const old = text({ vms: everything.vms.map((guest) => ({ ...guest, staleSince: since })) });
  expect(old).not.toContain('belfry_guest_');
  const silent = text({ instances: [{ ...instance, health: 'error' }], connectionHealth: { dc: false } });
  expect(silent).not.toMatch(/belfry_(guest|node|storage|filesystem|ceph|physical_disk|zfs_pool)_/);
  expect(samples(silent)).toContain('belfry_instance_up{id="dc"} 0');
});

test('the number of series is a metric, and it is right', () => {
  const lines = samples(text());
  for (const line of lines.filter((one) => one.startsWith('belfry_exposition_series'))) {
    const [, subject, count] = /subject="(\w+)"} (\d+)/.exec(line) ?? [];
    const found = lines.filter((one) =>
      subjects.some(
        ({ name, fields }) =>
          name === subject &&
          ['info', ...fields.map((field) => (field.type === 'counter' ? `${field.name}_total` : field.name))].some(
            (field) => new RegExp(`^belfry_${name}_${field}[{ ]`).test(one),
          ),
      ),
    );
    expect([subject, Number(count)]).toEqual([subject, found.length]);
  }
});

test('a hostile name stays one label', () => {
  const name = 'a"} 1\nevil{x="\\\0\ud800';
  const [guest] = everything.vms;
  const info = samples(text({ vms: guest ? [{ ...guest, name }] : [] })).filter((l) =>
    l.startsWith('belfry_guest_info'),
  );
  expect(info).toHaveLength(1);
  expect(info[0]).toContain(String.raw`name="a\"} 1\nevil{x=\"\\`);
});

test('a client gets OpenMetrics when it names it, and the older format otherwise', () => {
  const prometheus =
    'application/openmetrics-text;version=1.0.0;q=0.75,application/openmetrics-text;version=0.0.1;q=0.5,text/plain;q=0.2';
  expect([formatFor(prometheus), formatFor('application/openmetrics-text')]).toEqual(['openmetrics', 'openmetrics']);
  expect([undefined, '*/*', 'text/plain', 'application/openmetrics-text;q=0, */*'].map(formatFor)).toEqual(
    Array(4).fill('prometheus'),
  );
  const open = text({}, 'openmetrics');
  expect(open.endsWith('\n# EOF\n')).toBe(true);
  expect(open).toContain('# TYPE belfry_server_written_bytes counter\n# UNIT belfry_server_written_bytes bytes\n');
  expect(open).toContain('# TYPE belfry_guest info\n');
  expect(open).toContain('\nbelfry_server_written_bytes_total 4096\n');
});

test('promtool accepts it without a remark', async (context) => {
  const reason = missing('promtool', 'prometheus');
  if (reason !== undefined) return context.skip(reason);
  expect(await runWith('promtool', ['check', 'metrics'], text())).toEqual({ code: 0, output: '' });
});
