// Explanations of alerts say which polls they rest on, and how old each answer is, through the whole server.
import { NodeConfig } from '@belfry/schema/config/node';
import { explainAlert } from '@belfry/schema/http/alerts';
import { expect, test } from 'vitest';
import type { Clock } from '../lib/clock.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { pass, startAnsweringHost } from './testing/answering-host.ts';
import { type BackupMood, backupServerAnswer } from './testing/pbs-answers.ts';
import { START_MS } from './testing/pve-answers.ts';
import { startPveHost } from './testing/pve-host.ts';
import { type Whole, wholeApp } from './testing/whole-app.ts';

const watching = (clock: Clock, type: NodeConfig['type'], host: string, more: object = {}) => {
  const token = { tokenName: `a@${type}!b`, tokenValue: 'c' };
  const config = NodeConfig.parse({ type, name: 'home', host, verifySSL: false, ...token, ...more });
  return wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true' }, more: { nodes: [config] }, clock });
};
const readingOf = async (app: Whole, id: string) => {
  const reply = await app.call('GET', `/api/alerts/${encodeURIComponent(id)}/explain`);
  const [reading] = reply.read(explainAlert.reply).readings;
  if (!reading) throw new Error(`no reading of ${id}`);
  return reading;
};

test('a reading names the polls it rests on, with the age of the last answer of each, which grows while the host is silent', async () => {
  const clock = fakeClock(START_MS);
  let mood: BackupMood = 'bad';
  const host = await startAnsweringHost(clock, (path) => backupServerAnswer(path, mood, clock.now()));
  const app = await watching(clock, 'pbs', host.origin);
  await pass(clock, [host], 120);
  const cpu = await readingOf(app, 'pbs-home-cpu');
  expect(cpu).toMatchObject({ is: 'measured', value: 85, instance: 'home', list: 'pbs' });
  expect(cpu.polls.map(({ list }) => list)).toEqual(cpu.polls.map(() => 'pbs'));
  expect(cpu.polls.length).toBeGreaterThan(1);
  expect([cpu.at, cpu.age]).toEqual([cpu.polls[0]?.at, cpu.polls[0]?.age]);
  for (const { at, age } of cpu.polls) expect(age).toBe(Math.round((clock.now() - Date.parse(at)) / 1000));
  expect(cpu.age).toBeLessThanOrEqual(10);

  mood = 'silent';
  await pass(clock, [host], 300);
  const silent = await readingOf(app, 'pbs-home-cpu');
  expect([silent.is, silent.at]).toEqual(['unknown', cpu.at]);
  expect(silent.age).toBe((cpu.age ?? 0) + 300);
  // That nothing answers is what the last polls say.
  expect((await readingOf(app, 'pbs-offline-pbs-home')).age).toBeLessThanOrEqual(60);
});

test('a reading of a slow poll has its age, and one that rests on more lists names all; a temperature has its own report', async () => {
  const clock = fakeClock(START_MS);
  const host = await startPveHost(clock);
  const app = await watching(clock, 'pve', host.origin, { monitorPhysicalDisks: true });
  host.mood = 'bad';
  await host.pass(120);
  const sensors = { 'coretemp-isa-0000': { 'Package id 0': { temp1_input: 85 } } };
  await app.call('POST', '/api/agents/sensors/report', { body: { node: 'pve1', sensors } });
  await host.pass(90);
  const disk = await readingOf(app, 'disk-health-home-pve1-/dev/sda');
  expect(disk.polls).toMatchObject([{ poll: 'physical-disks', list: 'physicalDisks' }]);
  expect(disk.age).toBeGreaterThan(60);
  const backup = await readingOf(app, 'backup-failed-home-105');
  const lists = new Set(backup.polls.map(({ list }) => list));
  expect(lists).toEqual(new Set(['containers', 'backupTasks', 'guestSnapshots']));
  const temperature = await readingOf(app, 'home-pve1-temperature');
  expect(temperature.polls.find(({ poll }) => poll === 'sensors')).toMatchObject({ list: 'nodes', age: 90 });
});

test("a problem of Belfry's own is read at once", async () => {
  const clock = fakeClock(START_MS);
  const app = await wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true' }, clock });
  app.defects.note(new TypeError('x is not a function'), 'a timer');
  await clock.advance(2000);
  expect(await readingOf(app, 'server-problem-defects')).toMatchObject({ is: 'bad', age: 0, polls: [] });
});

test('an explanation says when the alert ends and what is sent next: a silence ends, a maintenance window begins, nobody acknowledges', async () => {
  const clock = fakeClock(START_MS);
  const host = await startPveHost(clock);
  const app = await watching(clock, 'pve', host.origin);
  const at = (minutes: number) => new Date(clock.now() + minutes * 60_000).toISOString();
  const post = async (path: string, body: object) => {
    const reply = await app.call('POST', path, { body });
    expect(reply.status, reply.text).toBeLessThan(300);
    return reply;
  };
  const schedule = {
    cooldown: 30,
    grouping: { enabled: false },
    escalation: { enabled: true, levels: [] as object[] },
  };
  schedule.escalation.levels.push({ after: 15, notify: 'webhook' });
  expect((await app.call('PUT', '/api/alerts/config', { body: { schedule } })).status).toBe(200);
  await post('/api/notifications/webhooks', { name: 'chat', url: 'https://10.255.0.1/hook' });
  const type = { kind: 'type', value: 'cpu' };
  const silence = await post('/api/alerts/silences', { target: type, reason: 'load test', minutes: 60 });
  await post('/api/alerts/maintenance', {
    ...{ name: 'Updates', targets: [type], enabled: true },
    schedule: { kind: 'once', start: at(70), end: at(180) },
  });
  const [silenceEnds, windowEnds] = [String(silence.json.until), at(180)];
  await host.pass(60);
  host.mood = 'bad';
  await host.pass(120);
  const explained = (await app.call('GET', '/api/alerts/home-100-cpu/explain')).read(explainAlert.reply);
  const { threshold, heldBack, next, ends } = explained;
  expect(ends).toEqual({ atMost: threshold?.clear, seconds: 0 });
  expect(heldBack).toMatchObject([{ by: 'silence', until: silenceEnds }]);
  expect(next).toEqual([
    { at: silenceEnds, kind: 'raised', destinations: ['chat'] },
    // The times of reminders and levels begin anew when nothing holds the alert back any more.
    { at: windowEnds, kind: 'reminder', destinations: ['chat'] },
    {
      at: new Date(Date.parse(windowEnds) + 15 * 60_000).toISOString(),
      kind: 'escalated',
      destinations: ['chat'],
      level: 1,
    },
  ]);

  await app.call('POST', '/api/alerts/home-100-cpu/acknowledge');
  const acknowledged = (await app.call('GET', '/api/alerts/home-100-cpu/explain')).read(explainAlert.reply);
  expect(acknowledged.next).toEqual([]);
});
