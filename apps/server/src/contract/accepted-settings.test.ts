// Whatever the schema accepts as a setting with behaviour can be evaluated at any time, on any data, without an error. Time zones have a
// test of their own.

import { parseCalendarEvent } from '@belfry/domain/calendar-event/parse';
import { nextRun, previousRun, utc } from '@belfry/domain/calendar-event/runs';
import { createProtectionModel } from '@belfry/domain/protection/model';
import { job, night, guest as protectedGuest, snapshot } from '@belfry/domain/protection/testing/night';
import { readUsableConfig } from '@belfry/schema/alerts/config-input';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { Target } from '@belfry/schema/alerts/silences';
import { ExportInput } from '@belfry/schema/history/exports';
import { ExclusionInput } from '@belfry/schema/http/protection';
import { ViewAddress } from '@belfry/schema/http/views';
import { Routing } from '@belfry/schema/notifications/routing';
import { WebhookInput } from '@belfry/schema/notifications/webhook';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRules } from '../alerting/rules/registry.ts';
import { inForce } from '../alerting/silences/silences.ts';
import { createStage } from '../alerting/testing/stage.ts';
import { influxdb } from '../history/export/influxdb.ts';
import { remoteWrite } from '../history/export/remote-write.ts';
import { readingsOf } from '../history/exposition/collect.ts';
import { zoneNamed } from '../lib/zones.ts';
import { checkTemplate } from '../notify/template/check.ts';
import { dataOf } from '../notify/template/data.ts';
import { parseTemplate } from '../notify/template/parse.ts';
import { renderTemplate } from '../notify/template/render.ts';
import { alertWith, entryOf, noticeOf } from '../notify/testing/notices.ts';
import { createNotifyStage, destination } from '../notify/testing/notify-stage.ts';
import { history, play } from '../notify/testing/stories.ts';
import { simulated } from '../sources/testing/simulated.ts';
import { standIn } from '../sources/testing/stand-in.ts';
import { testedTypes } from '../sources/testing/tested-kinds.ts';
import { heard } from '../state/testing/observations.ts';

const DAY = 86_400_000;
/** From 1970 to 2200, and close to both changes of summer time, the end of a year and a leap day. */
const moment = fc.oneof(
  fc.integer({ min: 0, max: 7_258_118_400_000 }),
  fc
    .tuple(
      fc.constantFrom('2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z', '2026-12-31T23:59:00Z', '2028-02-29T23:30:00Z'),
      fc.integer({ min: -7_200_000, max: 7_200_000 }),
    )
    .map(([at, by]) => Date.parse(at) + by),
);
const some = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(fields, { requiredKeys: [] });
const number = fc.oneof(
  fc.integer({ min: -2, max: 200 }),
  fc.double({ min: -1, max: 10_001, noNaN: true }),
  fc.constantFrom(-1, 0, -0, 1e-9, 5e-324, 0.1, 100, 150, 3650, 10_000, 604_800),
);
const threshold = fc.oneof(
  number,
  fc.boolean(),
  fc.record({ trigger: number, clear: fc.option(number), critical: fc.option(number) }, { requiredKeys: ['trigger'] }),
);
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => `${part}`.padStart(2, '0')).join(':'));
const days = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 });
const schedule = some({
  cooldown: fc.oneof(fc.constant(0), fc.double({ min: 5, max: 120, noNaN: true })),
  maxAlertsHour: fc.double({ min: 0, max: 10, noNaN: true }),
  groupingWindow: fc.double({ min: 0, max: 1800, noNaN: true }),
  grouping: some({
    enabled: fc.boolean(),
    window: fc.double({ min: 0, max: 1800, noNaN: true }),
    byNode: fc.boolean(),
    byGuest: fc.boolean(),
  }),
  escalation: some({
    enabled: fc.boolean(),
    levels: fc.option(
      fc.array(
        fc.record({
          after: fc.double({ min: 5, max: 180, noNaN: true }),
          notify: fc.constantFrom('email', 'webhook', 'all'),
        }),
        { maxLength: 20 },
      ),
    ),
  }),
  quietHours: some({
    enabled: fc.boolean(),
    start: fc.oneof(time, fc.constant('')),
    end: fc.oneof(time, fc.constant('')),
    timezone: fc.constantFrom('', 'Europe/Berlin', 'Pacific/Apia', 'Asia/Kathmandu'),
    days: fc.oneof(days, fc.constant([]), fc.constant(null), some({ monday: fc.boolean(), sunday: fc.boolean() })),
    suppress: some({ performance: fc.boolean(), storage: fc.boolean(), offline: fc.boolean() }),
  }),
});
const key = fc.oneof(
  fc.constantFrom(
    'a-1',
    'tag:x',
    'dc-100',
    'dc-pve1',
    '__proto__',
    'constructor',
    'toString',
    'node',
    'cpu',
    'instance:dc',
  ),
  fc.string({ minLength: 1, maxLength: 20 }),
);
const metrics = ['cpu', 'memory', 'disk', 'diskRead', 'networkIn', 'backupAge', 'snapshotAge', 'usage', 'temperature'];
const thresholds = (names: readonly string[]) => some(Object.fromEntries(names.map((name) => [name, threshold])));
const anything = fc.dictionary(fc.constantFrom('enabled', 'threshold', 'window', 'x'), fc.jsonValue({ maxDepth: 1 }));
const config = some({
  enabled: fc.constant(true),
  guestDefaults: thresholds(metrics.slice(0, 7)),
  nodeDefaults: thresholds(['cpu', 'memory', 'disk', 'temperature']),
  storageDefault: threshold,
  dockerDefaults: some({ cpu: threshold, memory: threshold, restartCount: number, restartWindow: number }),
  pmgDefaults: some({ queueTotalWarning: number, quarantineGrowthWarnPct: number, quarantineGrowthCritMin: number }),
  overrides: fc.dictionary(key, fc.oneof(thresholds(metrics), some({ disabled: fc.boolean(), restartCount: number }))),
  minimumDelta: number,
  suppressionWindow: number,
  hysteresisMargin: number,
  timeThreshold: number,
  timeThresholds: fc.dictionary(key, fc.option(number)),
  metricTimeThresholds: fc.dictionary(fc.constantFrom('guest', 'node', 'all', '__proto__'), fc.dictionary(key, number)),
  flapping: anything,
  aggregation: anything,
  ioNormalization: anything,
  schedule,
});
/** As far as it is accepted: what is not accepted is left out. */
const accepted = config.map((given) => readUsableConfig(structuredClone(given)).config);

const NOW = Date.UTC(2026, 10, 21);
const worlds = await Promise.all(
  testedTypes.map(async (product) => (await standIn(product, simulated(product, NOW), NOW).round()).slices),
);
const world = Object.assign({}, ...worlds);

test('thresholds, overrides, delays and margins that are accepted are evaluated on every kind of entity', async () => {
  await fc.assert(
    fc.asyncProperty(accepted, accepted, async (first, second) => {
      const stage = createStage({ rules: createRules(), config: first });
      for (const next of [first, second, factoryConfig]) {
        stage.configure(next);
        for (let n = 0; n < 3; n++) {
          stage.clock.advance(60_000, 60_000);
          stage.observe(heard('dc', stage.clock.monotonic(), world));
        }
        for (const { value, threshold, startTime } of stage.state().activeAlerts)
          expect([value, threshold, Date.parse(startTime)].filter(Number.isNaN)).toEqual([]);
      }
    }),
    { numRuns: 30 },
  );
});

const text = fc.oneof(fc.constantFrom('a', 'home', 'cpu', 'x', '__proto__'), fc.string({ maxLength: 12 }));
const routing = some({
  minLevel: fc.constantFrom('warning', 'critical'),
  types: fc.array(text, { maxLength: 3 }),
  instances: fc.array(text, { maxLength: 3 }),
  nodes: fc.array(text, { maxLength: 3 }),
  tags: fc.array(text, { maxLength: 3 }),
  hours: fc.option(
    fc.record({ days, start: time, end: time, timezone: fc.constantFrom('', 'Europe/Berlin', 'Pacific/Apia') }),
  ),
});

test('cooldowns, grouping, escalation, quiet hours and routing that are accepted are planned with at any time', () => {
  fc.assert(
    fc.property(
      accepted,
      fc.array(routing, { minLength: 1, maxLength: 3 }),
      history,
      moment,
      (settings, filters, steps, start) => {
        const destinations = filters.flatMap((given, n) => {
          const filter = Routing.safeParse(given);
          return filter.success ? [destination(n === 0 ? 'email' : `webhook:${n}`, { filter: filter.data })] : [];
        });
        const stage = createNotifyStage({ destinations, schedule: settings.schedule, start, tags: { a: ['x'] } });
        play(stage, steps);
        stage.step(-DAY);
        stage.wait(8 * DAY, DAY / 4);
        stage.restart();
        for (const { notice } of stage.all) expect(Number.isFinite(notice.at)).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

const piece = fc.constantFrom(
  ...[
    '{{',
    '}}',
    '{{.Level}}',
    '{{.Value}}',
    '{{range .Alerts}}',
    '{{range $i, $a := .Alerts}}',
    '{{end}}',
    '{{else}}',
  ],
  ...[
    '{{if .Node}}',
    '{{if gt .Value 90}}',
    '{{.Metadata.cause}}',
    '{{$a.Value}}',
    '{{printf "%.2f" .Value}}',
    '{{.}}',
  ],
  ...[
    '{{index .Alerts 0}}',
    '{{len .Alerts}}',
    '{{.Duration | upper}}',
    '{{"x" | printf "%5q %d"}}',
    '{{-',
    '-}}',
    '"',
    'a',
  ],
  ...[
    '{{json .}}',
    '{{.CustomFields.x}}',
    '{{.Alerts}}',
    '{{$}}',
    '{"a": ',
    '}',
    '{{printf "%9999d" 1}}',
    '{{ .Value | lower }}',
  ],
);

test('a template of a webhook that is accepted makes a text of any alert, or says what is wrong', () => {
  const settings = { url: 'https://hooks.example/in', customFields: { x: '1' } };
  const odd = fc.oneof(fc.string(), fc.constantFrom('\u0000', '\ud800', '}}', '{{.Level}}', '"', '\\'));
  let taken = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), odd, fc.double(), (pieces, isText, name, value) => {
      const template = pieces.join('');
      if (checkTemplate(template, settings, { isText }) !== undefined) return;
      taken++;
      const parsed = parseTemplate(template);
      if (!parsed.ok) throw new Error('it was accepted');
      const alert = alertWith({ resourceName: name, node: name, message: name, value, threshold: value });
      for (const alerts of [[], [entryOf(alert)], [entryOf(alert), entryOf(alert, { duration: value })]])
        renderTemplate(parsed.value, dataOf({ notice: noticeOf(alerts), publicUrl: '' }, settings), { isText });
    }),
    { numRuns: 3000 },
  );
  expect(taken).toBeGreaterThan(100);
});

test('a webhook that is accepted has headers and an address with which a request can be made', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.string()),
      fc.dictionary(fc.string(), fc.string()),
      (headers, customFields) => {
        const given = { name: 'w', url: 'https://hooks.example', headers, customFields };
        const found = WebhookInput.safeParse(given);
        if (found.success) new Headers(Object.entries(found.data.headers).filter(([, value]) => !value.includes('•')));
      },
    ),
  );
});

test('labels of an export that are accepted are written for every reading', async () => {
  const formats = [remoteWrite, influxdb];
  const encoders = await Promise.all(formats.map((format) => format.encoder()));
  const stage = createStage();
  stage.observe(heard('dc', stage.clock.monotonic(), world));
  const readings = readingsOf(stage.state(), {
    ...{ cpuSeconds: 1, residentBytes: 1, writtenBytes: 1, sentBytes: 1, browsers: 0 },
    calls: [],
  });
  const name = fc.oneof(fc.constantFrom('site', 'job', '__proto__', 'constructor', 'id', 'A_1'), fc.string());
  fc.assert(
    fc.property(fc.dictionary(name, fc.string({ unit: 'binary' })), moment, (labels, at) => {
      const found = ExportInput.safeParse({ labels });
      if (found.success)
        for (const encode of encoders)
          for (const { body } of encode({ readings, at, added: found.data.labels }))
            expect(body.length).toBeGreaterThan(0);
    }),
    { numRuns: 20 },
  );
});

const instant = fc.oneof(
  fc.constantFrom(
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-23:59',
    '2028-02-29T00:00Z',
    '2026-01-01T00:00:00.123456789+14:00',
  ),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.string(),
);
const zoneName = fc.oneof(fc.constantFrom('Europe/Berlin', 'Mars/Phobos', 'BST', ''), fc.string());
const event = fc.oneof(
  fc.constantFrom('02:00', '*:0/15', 'sat 18:15', '*-02-29 03:00', 'mon..fri 2,14:30', '2099-12-31 23:59:59', 'hourly'),
  fc.string({ unit: fc.constantFrom(...'0123456789*/,.:- montuefri~@UTC'), maxLength: 20 }),
  fc.string(),
);

test('decisions about protection that are accepted, and schedules of any host, are judged at any time', () => {
  fc.assert(
    fc.property(instant, event, zoneName, moment, fc.string(), (until, schedule, timeZone, now, other) => {
      const found = ExclusionInput.safeParse({ note: 'x', until });
      const exclusions = found.success
        ? [{ guest: 'dc-100', note: 'x', until: new Date(Date.parse(until)).toISOString() }]
        : [];
      const model = createProtectionModel();
      const input = night({
        guests: [protectedGuest(100), protectedGuest(101)],
        jobs: [job({ schedule, timeZone }), job({ id: 'weekly', schedule, selection: { kind: 'pool', pool: other } })],
        serverBackups: [snapshot(100, '2026-11-21T02:00:00Z'), snapshot(101, '2026-11-22T02:00:00Z')],
        assignments: [{ group: other, guest: 'dc-101' }],
        exclusions,
        zoneOf: () => zoneNamed(timeZone),
      });
      for (const state of model.update(input, now)) expect(state.id).toMatch(/^dc-10[01]$/);
      model.nights('dc-100', now, 60);
      const parsed = parseCalendarEvent(schedule);
      if (!parsed.ok) return;
      for (const zone of [utc, zoneNamed(timeZone)]) {
        expect(nextRun(parsed.value, now, zone) ?? Infinity).toBeGreaterThan(now);
        expect(previousRun(parsed.value, now, zone) ?? -Infinity).toBeLessThan(now);
      }
    }),
    { numRuns: 300 },
  );
});

test('targets of silences with any value, also a tag, are compared with every alert', () => {
  const kind = fc.constantFrom('alert', 'resource', 'type', 'tag', 'node', 'instance');
  fc.assert(
    fc.property(kind, text, moment, (of, value, now) => {
      const target = Target.safeParse({ kind: of, value });
      if (!target.success) return;
      const common = { id: '1', reason: 'x', by: 'ann', since: '2026-01-01T00:00:00Z' };
      const found = inForce([{ ...common, target: target.data, until: new Date(now + 1).toISOString() }], [], now);
      expect(found.changesAt).toBeGreaterThan(now);
    }),
  );
});

test('a saved view that is accepted stays on this server, with its parameters', () => {
  const name = fc.oneof(fc.constantFrom('q', 'sort', 'toString', 'constructor'), fc.string());
  const screen = fc.oneof(
    fc.constantFrom('/guests', '/guests/dc-100', '//evil', '/guests/..', '/guests/%2F%2Fevil', '/a/b/c/d/e~'),
    fc.string().map((end) => `/guests/${end}`),
  );
  fc.assert(
    fc.property(screen, fc.dictionary(name, fc.string({ unit: 'binary' })), (path, params) => {
      const found = ViewAddress.safeParse({ screen: path, params });
      if (!found.success) return;
      const url = new URL(found.data.screen, 'https://belfry.example');
      for (const [field, value] of Object.entries(found.data.params)) url.searchParams.set(field, value);
      expect([url.origin, [...url.searchParams].length]).toEqual([
        'https://belfry.example',
        Object.keys(found.data.params).length,
      ]);
    }),
  );
});
