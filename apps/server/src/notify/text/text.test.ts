import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NoticeAlert, NoticeKind } from '../notice.ts';
import { AT, alertWith, entryOf, noticeOf } from '../testing/notices.ts';
import { bodyOf } from './body.ts';
import { cut, utf8Size } from './cut.ts';
import { endText } from './end.ts';
import { factsOf } from './facts.ts';
import { alertLink, resourceLink } from './links.ts';
import { lineOf, summaryOf, titleOf } from './title.ts';
import { thresholdText, valueText } from './value.ts';
import { affectsText, andMore } from './words.ts';

const critical = entryOf(alertWith({ level: 'critical' }));
const warning = entryOf(
  alertWith({ resourceName: 'db-1', type: 'memory', message: 'VM db-1 (102): memory usage is 90 %.' }),
);

test.for<[NoticeKind, string, string]>([
  ['raised', 'Critical: web-1 – CPU usage', '1 critical and 2 warning alerts'],
  ['level', 'Critical: web-1 – CPU usage', '1 critical and 2 warning alerts'],
  ['reminder', 'Reminder: web-1 – CPU usage', 'Reminder: 1 critical and 2 warning alerts'],
  ['flapping', 'Flapping: web-1 – CPU usage', 'Flapping: 1 critical and 2 warning alerts'],
  ['digest', 'After quiet hours: web-1 – CPU usage', 'After quiet hours: 1 critical and 2 warning alerts'],
  ['resolved', 'Resolved: web-1 – CPU usage', '3 alerts resolved'],
  ['test', 'Test notification', 'Test notification'],
])('the title says what happened and to what: %s', ([kind, single, grouped]) => {
  expect(titleOf(noticeOf([critical], { kind }))).toBe(single);
  expect(titleOf(noticeOf([critical, warning, warning], { kind }))).toBe(grouped);
});

test('a title counts one alert in the singular', () => {
  expect(titleOf(noticeOf([critical, warning]))).toBe('1 critical and 1 warning alert');
  expect(titleOf(noticeOf([critical, critical]))).toBe('2 critical alerts');
});

test('a time is that of the configured time zone, which is named; one that does not exist counts as UTC', () => {
  const started = (timeZone?: string) =>
    factsOf(noticeOf([critical], { ...(timeZone !== undefined && { timeZone }) }), critical).find(
      ({ name }) => name === 'Started',
    )?.value;
  expect(started()).toBe('2026-03-01 11:55 UTC');
  expect(started('Europe/Vienna')).toBe('2026-03-01 12:55 Europe/Vienna');
  expect(started('Asia/Kathmandu')).toBe('2026-03-01 17:40 Asia/Kathmandu');
  expect(started('No/Where')).toBe('2026-03-01 11:55 UTC');
});

test('the title of an escalation says its level', () => {
  expect(titleOf(noticeOf([{ ...critical, escalation: 2 }], { kind: 'escalated' }))).toBe(
    'Escalated (level 2): web-1 – CPU usage',
  );
});

const hours = 3 * 3_600_000 + 12 * 60_000;
const startTime = new Date(AT - hours).toISOString();
const longAgo = entryOf(alertWith({ level: 'critical', startTime, value: 97 }), { duration: hours, resolvedAt: AT });
const endOf = (change: Partial<NoticeAlert>) => ({ ...longAgo, ...change });
const now = { value: 41, message: 'VM web-1 (101): CPU usage is 41 %.' };

test('an end says the value now, how long it lasted, and from when to when', () => {
  const end = endOf({ reason: 'recovered', now });
  const notice = noticeOf([end], { kind: 'resolved', timeZone: 'Europe/Vienna' });
  expect(lineOf(notice, end)).toBe(
    'VM web-1 (101): CPU usage is 41 %. The condition is over, after 3h 12m, from 2026-03-01 09:48 to 13:00 Europe/Vienna.',
  );
  expect(factsOf(notice, end)).toEqual(
    expect.arrayContaining([
      { id: 'value', name: 'Value', value: '41 % (threshold 80 %)' },
      { id: 'before', name: 'Before', value: '97 %' },
      { id: 'ended', name: 'Ended', value: '2026-03-01 13:00 Europe/Vienna' },
    ]),
  );
});

test.for<[Partial<NoticeAlert>, string]>([
  [{ reason: 'stopped' }, 'The resource does not run any more'],
  [{ reason: 'recovered', now: { value: 0 } }, 'The condition is over'],
  [{}, 'The condition is over'],
])('an end without a sentence about the present tells the old one as the past: %j', ([change, why]) => {
  const end = endOf(change);
  expect(lineOf(noticeOf([end], { kind: 'resolved' }), end)).toBe(
    `${why}, after 3h 12m, from 2026-03-01 08:48 to 12:00 UTC. It was: VM web-1 (101): CPU usage is 93 %.`,
  );
});

test('an alert that lasted over midnight has both days', () => {
  const yesterday = new Date(Date.UTC(2026, 1, 28, 23, 50)).toISOString();
  const entry = entryOf(alertWith({ startTime: yesterday }), { resolvedAt: AT });
  expect(endText({}, entry)).toContain('from 2026-02-28 23:50 to 2026-03-01 12:00 UTC');
});

const stopped = (name: string, node: string, instance = node) =>
  entryOf(
    alertWith({
      ...{
        type: 'docker-container-state',
        resourceId: `${instance}/${node}/${name}`,
        resourceName: name,
        node,
        instance,
      },
      message: `Container ${name} has stopped.`,
    }),
  );

test('a group names the host of each container, and folds no two of the same name into one', () => {
  const alerts = [stopped('web', 'host-a'), stopped('web', 'host-b'), stopped('db', 'host-a')];
  const notice = noticeOf(alerts);
  expect(summaryOf(notice)).toBe('web on host-a, web on host-b, db on host-a');
  expect(bodyOf(notice, 1000).split('\n')).toEqual([
    '🟠 host-a: Container web has stopped.',
    '🟠 host-b: Container web has stopped.',
    '🟠 host-a: Container db has stopped.',
  ]);
  const ended = noticeOf(
    alerts.map((entry) => ({ ...entry, resolvedAt: AT })),
    { kind: 'resolved' },
  );
  expect(bodyOf(ended, 1000)).toContain('web on host-b: The condition is over, after 5m');
});

test('two hosts of the same name in two instances are told apart, and a host that is named already is not named twice', () => {
  const alerts = [stopped('web', 'pve', 'home'), stopped('web', 'pve', 'office')];
  const notice = noticeOf(alerts);
  expect(summaryOf(notice)).toBe('web on pve (home), web on pve (office)');
  expect(bodyOf(notice, 1000)).toContain('pve (office): Container web has stopped.');
  const node = entryOf(alertWith({ resourceId: 'n', resourceName: 'pve1', message: 'Node pve1 is offline.' }));
  const pool = entryOf(alertWith({ resourceId: 'p', resourceName: 'tank', message: 'Pool tank on pve1 is degraded.' }));
  const other = entryOf(alertWith({ resourceId: 'q', resourceName: 'tank', message: 'Pool tank on pve10.' }));
  const lines = bodyOf(noticeOf([node, pool, stopped('ceph', 'cluster', 'home')]), 1000).split('\n');
  expect(lines).toEqual([
    '🟠 Node pve1 is offline.',
    '🟠 Pool tank on pve1 is degraded.',
    '🟠 home: Container ceph has stopped.',
  ]);
  expect(bodyOf(noticeOf([node, other]), 1000)).toContain('pve1: Pool tank on pve10.');
});

test('the summary of a group has its first resources, each once, and how many more there are', () => {
  const names = ['a', 'a', 'b', 'c', 'd', 'e'];
  const alerts = names.map((resourceName) => entryOf(alertWith({ resourceName })));
  expect(summaryOf(noticeOf(alerts))).toBe('a on pve1, b on pve1, c on pve1 and 2 more');
});

test('a message names the first twenty of what a cause affects, and how many more there are', () => {
  const resources = Array.from({ length: 25 }, (_, i) => ({ id: `${i}`, name: `web-${i}` }));
  const text = affectsText(alertWith({ type: 'usage', metadata: { affects: { count: 25, resources } } }));
  expect(text).toMatch(/^25 resources: web-0, .*web-19 and 5 more$/);
});

test('a cause says what it affects', () => {
  const affects = {
    count: 942,
    resources: [
      { id: '1', name: 'web-1' },
      { id: '2', name: 'web-2' },
    ],
  };
  const alert = alertWith({
    type: 'offline',
    message: 'Node pve1 is offline.',
    value: 0,
    threshold: 0,
    metadata: { affects },
  });
  expect(affectsText(alert)).toBe('942 resources: web-1, web-2 and 940 more');
  const lost = alertWith({ type: 'connectivity', metadata: { affects, depends: { guests: 38, others: 2 } } });
  expect(affectsText(lost)).toBe('38 guests that ran there');
  expect(summaryOf(noticeOf([entryOf(alert)]))).toBe(
    'Node pve1 is offline. Affects 942 resources: web-1, web-2 and 940 more.',
  );
  expect(andMore(0)).toBe('');
});

test.for<[string, number, string]>([
  ['cpu', 99.9, '99 %'],
  ['temperature', 81.4, '81 °C'],
  ['networkIn', 12.34, '12.3 MB/s'],
  ['queue-total', 1234, '1\u00a0234'],
  ['message-age', 95, '1h 35m'],
  ['backupAge', 3.9, '3 days'],
  ['clock-offset', -90, '1m'],
  ['offline', 0, ''],
  ['a type of the future', 7, ''],
])('a value has the unit of its type: %s', ([type, value, text]) => {
  expect(valueText({ type, value, threshold: 0 })).toBe(text);
  expect(thresholdText({ type, value, threshold: 0 })).toBe('');
  expect(thresholdText({ type, value: 0, threshold: value })).toBe(value > 0 ? text : '');
});

test('facts without a value are left out, and each alert of a group has its own level', () => {
  expect(factsOf(noticeOf([critical]), critical)).toEqual([
    { id: 'level', name: 'Level', value: 'Critical' },
    { id: 'resource', name: 'Resource', value: 'web-1' },
    { id: 'type', name: 'Type', value: 'CPU usage' },
    { id: 'value', name: 'Value', value: '93 % (threshold 80 %)' },
    { id: 'node', name: 'Node', value: 'pve1' },
    { id: 'instance', name: 'Instance', value: 'home' },
    { id: 'started', name: 'Started', value: '2026-03-01 11:55 UTC' },
    { id: 'duration', name: 'Duration', value: '5m' },
  ]);
  expect(factsOf(noticeOf([critical, warning]), warning)[0]).toEqual({ id: 'level', name: 'Level', value: 'Warning' });
});

test('there is no link when the address of Belfry is not known', () => {
  expect(alertLink({ notice: noticeOf([critical]), publicUrl: '' })).toBeUndefined();
  expect(resourceLink({ notice: noticeOf([critical]), publicUrl: '' })).toBeUndefined();
});

const publicUrl = 'https://belfry.example/monitor/';
test('a link leads to the row of the alert, of one that has ended in the history, and of several to their list', () => {
  const link = (alerts: readonly NoticeAlert[], kind: NoticeKind = 'raised') =>
    alertLink({ notice: noticeOf(alerts, { kind }), publicUrl })?.replace(/^.*monitor/, '');
  expect(link([critical])).toBe('/alerts/overview#home-101-cpu');
  expect(link([critical], 'resolved')).toBe('/alerts/history#occurrence-1');
  expect(link([critical, warning])).toBe('/alerts/overview');
  expect(link([critical, warning], 'resolved')).toBe('/alerts/history');
  expect(link([critical], 'test')).toBe('/alerts/overview');
  expect(link([entryOf(alertWith({ id: 'x'.repeat(600) }))])).toBe('/alerts/overview');
});

test.for([
  ['guest', 'home-101', '/guests/home-101'],
  ['node', 'home-pve1', '/nodes/home-pve1'],
  ['storage', 'home-pve1-a/b', '/storages/home-pve1-a%2Fb'],
  ['dockerContainer', 'docker:a/0123abcd', '/docker/containers/docker%3Aa%2Fname%3Aweb-1'],
  ['dockerContainer', 'docker:a/name:web-1', '/docker/containers/docker%3Aa%2Fname%3Aweb-1'],
  ['pbs', 'pbs-main', '/servers/pbs-main'],
  ['site', 'koeln', '/settings/sites'],
  ['server', 'belfry', '/settings/diagnostics'],
  ['of another version', 'x', undefined],
])('another link leads to the page of the resource: %s %s', ([resourceType = '', resourceId = '', path]) => {
  const entry = entryOf(alertWith({ resourceId, metadata: { resourceType } }));
  const found = resourceLink({ notice: noticeOf([entry]), publicUrl });
  expect(found).toEqual(path && { name: 'web-1', url: `https://belfry.example/monitor${path}` });
});

const html: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };
const safe = (character: string) => html[character] ?? character;

test('a text that is cut fits, and neither a character nor an escape is cut in two', () => {
  expect(cut('abcdef', 6)).toBe('abcdef');
  expect(cut('abcdefg', 6)).toBe('abcde…');
  expect(cut('a<<<', 8, { escape: safe })).toBe('a&lt;…');
  expect(cut('👩‍🚒👩‍🚒', 8)).toBe('👩‍🚒…');
  expect(cut('äöü', 5, { size: utf8Size })).toBe('ä…');
  expect(cut('a\ud800', 5)).toBe('a\ufffd');
  const text = fc.string({ unit: fc.constantFrom('<', '&', 'a', 'ü', '😀', '👩‍🚒'), maxLength: 60 });
  fc.assert(
    fc.property(text, fc.integer({ min: 3, max: 80 }), fc.boolean(), (whole, most, inBytes) => {
      const size = inBytes ? utf8Size : (piece: string) => piece.length;
      const result = cut(whole, most, { escape: safe, size });
      expect(size(result)).toBeLessThanOrEqual(most);
      expect(result.isWellFormed()).toBe(true);
      expect(result.replace(/&(lt|gt|amp);/g, '')).not.toMatch(/[<>&]/);
      const plain = result.replace(/…$/, '').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
      expect(whole.startsWith(plain)).toBe(true);
    }),
  );
});

test('what a collector watches is named with its site: in titles, lines of groups and facts', () => {
  const inBern = { ...critical, site: 'Bern' };
  expect(titleOf(noticeOf([inBern]))).toBe('Critical: web-1 in the site Bern – CPU usage');
  expect(summaryOf(noticeOf([inBern, warning]))).toBe('web-1 on pve1 in the site Bern, db-1 on pve1');
  expect(lineOf(noticeOf([inBern, warning]), inBern)).toBe('Bern, pve1: VM web-1 (101): CPU usage is 93 %.');
  expect(factsOf(noticeOf([inBern]), inBern)).toContainEqual({ id: 'site', name: 'Site', value: 'Bern' });
  expect(factsOf(noticeOf([critical]), critical).map(({ id }) => id)).not.toContain('site');
});
