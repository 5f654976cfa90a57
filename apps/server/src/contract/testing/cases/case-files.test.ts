import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tempDir } from '../../../db/testing/temp-store.ts';
import { readCase } from './case-files.ts';
import { runCase } from './run-case.ts';

const given = { hosts: { home: { product: 'pve' } } };

/** A folder with the case `one`. A text is written as it is. */
function folderOf(caseJson: unknown, expected: unknown): string {
  const folder = `${tempDir()}/`;
  mkdirSync(`${folder}one`);
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  writeFileSync(`${folder}one/README.md`, '# one');
  writeFileSync(`${folder}one/case.json`, text(caseJson));
  writeFileSync(`${folder}one/expected.json`, text(expected));
  return folder;
}

test.for<[string, unknown, unknown, string | RegExp]>([
  ['text that is not JSON', '{ "hosts": ', {}, 'cases/one/case.json: '],
  ['no such product', { hosts: { home: { product: 'pvx' } } }, {}, /cases\/one\/case.json: hosts.home.product: .*pve/],
  ['no such field', { hosts: { home: { product: 'pve', guest: [] } } }, {}, /case.json: hosts.home: .*guest/],
  [
    'a guest without a number',
    { hosts: { home: { product: 'pve', guests: [{ name: 'a' }] } } },
    {},
    'hosts.home.guests.0.vmid',
  ],
  [
    'a value that is no time',
    { hosts: { home: { product: 'pve', answers: { '/cluster/tasks': [{ starttime: '@noon' }] } } } },
    {},
    'cases/one/case.json: hosts.home.answers./cluster/tasks.0.starttime: "@noon" is not a time such as @now-3d',
  ],
  [
    'no such time',
    { ...given, steps: [{ name: 'end', for: 'soon' }] },
    {},
    'case.json: steps.0.for: is not a time such as 30s',
  ],
  ['nothing expected', given, {}, 'cases/one/expected.json: nothing is expected'],
  ['no such step', given, { later: {} }, 'cases/one/expected.json: "later" is not a step; the steps are end'],
  [
    'no such host in a step',
    { ...given, steps: [{ name: 'end', for: '1m', hosts: { away: {} } }] },
    { end: {} },
    'cases/one/case.json: "away" is not a host; the hosts are home',
  ],
  [
    'no such host in an expectation',
    given,
    { end: { gaps: { away: [] } } },
    'cases/one/expected.json: "away" is not a host; the hosts are home',
  ],
  [
    'a wrong count',
    given,
    { end: { calls: { home: { '/version': { most: 1 } } } } },
    /expected.json: end.calls.home.\/version: .*most/,
  ],
])('a case with %s is refused, and the file and the field are named', ([, caseJson, expected, message]) => {
  expect(() => readCase('one', folderOf(caseJson, expected))).toThrow(message);
});

test('a case that is not as expected says what is different, and in which step', async () => {
  const full = { node: 'alpha', disk: '@89GiB', maxdisk: '@90GiB' };
  const steps = [
    { name: 'calm', for: '1m' },
    {
      name: 'full',
      for: '15m',
      hosts: { home: { nodes: [full], answers: { '/cluster/replication': { $status: 500, $reason: 'busy' } } } },
    },
    { name: 'restarted', for: '5m', restart: true },
  ];
  const expected = {
    calm: { alerts: { 'home-101-cpu': 'warning' }, entities: { nodes: { 'home-alpha': { status: 'offline' } } } },
    full: {
      alerts: { 'home-alpha-disk': 'warning' },
      gaps: { home: [{ part: 'network' }] },
      calls: { home: { '/nodes/*/status': { max: 0 } } },
    },
    restarted: {
      log: { 'no such line': { min: 1 } },
      otherAlerts: true,
      otherGaps: true,
      api: { '/api/health': { status: 'ill' } },
    },
  };
  const found = await runCase(readCase('one', folderOf({ ...given, steps }, expected)));
  expect(found).toEqual([
    'calm: alert home-101-cpu: expected {"level":"warning"}, found nothing',
    'calm: nodes.home-alpha.status: expected "offline", found "online"',
    'full: alert home-alpha-disk.level: expected "warning", found "critical"',
    expect.stringMatching(/^full: gaps of home: expected an item \{"part":"network"\}, found /),
    expect.stringMatching(/^full: a gap of home that is not expected: replication/),
    expect.stringMatching(/^full: calls of home to \/nodes\/\*\/status: expected 0 to 0, found \d+$/),
    expect.stringMatching(/^restarted: GET \/api\/health.status: expected "ill", found "/),
    'restarted: lines of the log with "no such line": expected 1 to Infinity, found 0',
  ]);
});
