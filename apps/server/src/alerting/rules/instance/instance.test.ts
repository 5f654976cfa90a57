// The rules about instances and about Belfry itself, with the real engine.
import type { EndpointStatus, Instance, InstanceError } from '@belfry/schema/entities/instance';
import type { State } from '@belfry/schema/state';
import { expect, test } from 'vitest';
import { iso } from '../../../lib/clock.ts';
import { joinRules } from '../../engine/joined-rules.ts';
import { anInstance } from '../../testing/instance.ts';
import { createTurns, START, type TurnsOptions } from '../../testing/turns.ts';
import { createServerRules } from '../server.ts';
import { createCertificateRules } from './certificates.ts';
import { createHostClockRules } from './clocks.ts';
import { createInstanceRules } from './reachability.ts';

const DAY = 86_400_000;
const rules = () => [
  joinRules('instances', [createInstanceRules(), createCertificateRules(), createHostClockRules()]),
  createServerRules(),
];

function watch(options: Partial<TurnsOptions> & { kind?: Instance['kind'] } = {}) {
  const { kind = 'pve', ...rest } = options;
  const turns = createTurns(rules, { instanceId: 'home', everyMs: 10_000, ...rest });
  const instance = (fields: Partial<Instance>, ok = true) =>
    turns.see({ instances: [anInstance({ id: 'home', kind, ...fields })] }, { ok });
  return {
    ...turns,
    instance,
    fails: (error: Partial<InstanceError>) =>
      instance(
        { health: 'error', error: { kind: 'unreachable', message: 'No route to host.', since: iso(START), ...error } },
        false,
      ),
    endpoint: (fields: Partial<EndpointStatus>) =>
      instance({ endpoints: [{ host: 'https://home:8006', healthy: true, ...fields }] }),
  };
}

test('an instance that cannot be reached is critical after three polls, with the reason, and ends with the first good one', () => {
  for (const [kind, id, name] of [
    ['pve', 'instance-unreachable-home', 'Proxmox VE home'],
    ['pbs', 'pbs-offline-home', 'Proxmox Backup Server home'],
    ['pmg', 'pmg-offline-home', 'Proxmox Mail Gateway home'],
  ] as const) {
    const { instance, fails, message } = watch({ kind });
    instance({});
    expect(fails({})).toEqual({});
    expect(fails({})).toEqual({});
    expect(fails({})).toEqual({ [id]: 'critical' });
    expect(message(id)).toBe(`${name} cannot be reached. No route to host.`);
    expect(fails({ kind: 'tls', message: 'Another certificate.' })).toEqual({ [id]: 'critical' });
    expect(message(id)).toContain('its certificate is not accepted. Another certificate.');
    expect(instance({})).toEqual({});
    fails({});
    fails({});
    expect(instance({})).toEqual({});
    expect(fails({})).toEqual({});
  }
});

test('refused credentials and a missing privilege are an alert in the first poll', () => {
  for (const [kind, text] of [
    ['auth', 'refuses the credentials of Belfry. 401'],
    ['forbidden', 'a privilege is missing. 401'],
  ] as const) {
    const { fails, message } = watch();
    expect(fails({ kind, message: '401' })).toEqual({ 'instance-unreachable-home': 'critical' });
    expect(message('instance-unreachable-home')).toContain(text);
  }
});

test('an instance that is only degraded, or may be off, raises nothing', () => {
  const { instance, wait } = watch();
  const error: InstanceError = { kind: 'timeout', message: 'late', since: iso(START) };
  for (let i = 0; i < 5; i++) instance({ health: 'degraded', error });
  expect(wait(600_000)).toEqual({});
  for (const config of [
    { overrides: { home: { disableConnectivity: true } } },
    { overrides: { home: { disabled: true } } },
    { disableAllNodesOffline: true },
  ]) {
    const off = watch({ config });
    for (let i = 0; i < 5; i++) expect(off.fails({ kind: 'auth' })).toEqual({});
  }
});

test('the override of the node of a single host also applies to its instance', () => {
  const overrides = { 'home-pve': { disableConnectivity: true } };
  const { fails, see } = watch({ config: { overrides } });
  see({ nodes: [{ id: 'home-pve', instance: 'home', name: 'pve' }] as State['nodes'] });
  for (let i = 0; i < 5; i++) expect(fails({})).toEqual({});
});

test('a certificate: a warning ten days before its end, critical three days before and after it; renewed, it ends', () => {
  const id = 'certificate-expiry-home-https://home:8006';
  const { endpoint, message } = watch();
  const until = (days: number) =>
    endpoint({ certificate: { validFrom: iso(START - 365 * DAY), validTo: iso(START + days * DAY + DAY / 2) } });
  expect(until(13)).toEqual({});
  expect(until(9)).toEqual({ [id]: 'warning' });
  expect(message(id)).toBe('The certificate of https://home:8006 (Proxmox VE home) expires in 9 days.');
  expect(endpoint({})).toEqual({ [id]: 'warning' });
  expect(until(2)).toEqual({ [id]: 'critical' });
  expect(until(0)).toEqual({ [id]: 'critical' });
  expect(message(id)).toContain('expires today.');
  expect(until(-4)).toEqual({ [id]: 'critical' });
  expect(message(id)).toContain('expired 4 days ago.');
  expect(until(365)).toEqual({});
});

test('a certificate of a short life is renewed late, and raises nothing before a quarter of it is left', () => {
  const { endpoint } = watch();
  const of = (days: number, left: number) =>
    endpoint({ certificate: { validFrom: iso(START - (days - left) * DAY), validTo: iso(START + left * DAY) } });
  expect(of(6, 5)).toEqual({});
  expect(of(6, 2)).toEqual({});
  expect(Object.values(of(6, 1))).toEqual(['warning']);
  expect(Object.values(of(6, 0.2))).toEqual(['critical']);
});

test('the clock of a host that is wrong for ten minutes is a warning, and unknown while the host does not answer', () => {
  const id = 'clock-offset-home-https://home:8006';
  const { endpoint, wait, fails, message } = watch();
  expect(endpoint({ clockAheadSeconds: 300 })).toEqual({});
  wait(580_000);
  expect(endpoint({ clockAheadSeconds: 300 })).toEqual({});
  wait(10_000);
  expect(endpoint({ clockAheadSeconds: 300 })).toEqual({ [id]: 'warning' });
  expect(message(id)).toBe("The clock of https://home:8006 (Proxmox VE home) is 5 minutes ahead of Belfry's.");
  expect(fails({})).toEqual({ [id]: 'warning' });
  expect(endpoint({})).toEqual({});
});

test('a step of a clock that is corrected within ten minutes raises nothing', () => {
  const { endpoint, wait } = watch();
  endpoint({ clockAheadSeconds: 3600 });
  wait(300_000);
  expect(endpoint({ clockAheadSeconds: 3600 })).toEqual({});
  expect(endpoint({})).toEqual({});
  expect(wait(900_000)).toEqual({});
});

test("when all hosts differ by the same time, Belfry's own clock is wrong, and that is one alert", () => {
  const turns = createTurns(rules, { instanceId: 'a', everyMs: 60_000 });
  const hosts = (...aheads: number[]) =>
    aheads.map((clockAheadSeconds, i) =>
      anInstance({ id: 'abc'[i] ?? '', endpoints: [{ host: `https://${i}`, healthy: true, clockAheadSeconds }] }),
    );
  let seen = {};
  for (let i = 0; i < 15; i++) seen = turns.see({ instances: hosts(3600, 3601, 3590) });
  expect(seen).toEqual({ 'clock-offset-belfry': 'warning' });
  expect(turns.message('clock-offset-belfry')).toBe(
    "The clock of Belfry's machine is 60 minutes behind those of most hosts.",
  );
  for (let i = 0; i < 15; i++) seen = turns.see({ instances: hosts(300, 0, 0) });
  expect(seen).toEqual({ 'clock-offset-a-https://0': 'warning' });
});

test('a wrong clock of a collector is not blamed on its hosts or on Belfry; a wrong clock of a host of a site has its alert', () => {
  const turns = createTurns(rules, { instanceId: 'a', everyMs: 60_000 });
  const sites: State['sites'] = [{ id: 's', name: 'Cologne', status: 'connected', clockOffsetMs: -3_600_000 }];
  const hosts = (...aheads: number[]) =>
    aheads.map((clockAheadSeconds, i) =>
      anInstance({
        ...{ id: 'abc'[i] ?? '', site: 's' },
        endpoints: [{ host: `https://${i}`, healthy: true, clockAheadSeconds }],
      }),
    );
  let seen = {};
  for (let i = 0; i < 15; i++) seen = turns.see({ instances: hosts(3600, 3601, 3590), sites });
  expect(seen).toEqual({});
  for (let i = 0; i < 15; i++) seen = turns.see({ instances: hosts(7200, 3600, 3600), sites });
  expect(seen).toEqual({ 'clock-offset-a-https://0': 'warning' });
  expect(turns.message('clock-offset-a-https://0')).toContain('60 minutes ahead');
});

test("the alert about Belfry's own clock stays while too few hosts answer", () => {
  const turns = createTurns(rules, { instanceId: 'a', everyMs: 60_000 });
  const hosts = (...aheads: (number | 'silent')[]) =>
    aheads.map((ahead, i) => {
      const isSilent = ahead === 'silent';
      const endpoints = [{ host: `https://${i}`, healthy: !isSilent, clockAheadSeconds: isSilent ? 0 : ahead }];
      return anInstance({ id: 'abc'[i] ?? '', health: isSilent ? 'error' : 'healthy', endpoints });
    });
  const own = 'clock-offset-belfry';
  for (let i = 0; i < 12; i++) turns.see({ instances: hosts(300, 300, 0) });
  for (const silent of [hosts(300, 'silent', 0), hosts(300, 'silent', 'silent'), hosts('silent', 'silent', 'silent')])
    expect(turns.see({ instances: silent })).toHaveProperty(own);
  expect(turns.see({ instances: hosts(0, 'silent', 0) })).not.toHaveProperty(own);
});

test('a problem of Belfry itself is an alert at once and ends with the problem', () => {
  const { see, wait, message, instance } = watch();
  instance({});
  const problem = { message: 'Belfry cannot write to its disk: the disk is full.', since: iso(START) };
  expect(see({ serverProblems: { disk: problem } })).toEqual({ 'server-problem-disk': 'critical' });
  expect(message('server-problem-disk')).toBe(problem.message);
  expect(see({ serverProblems: { disk: problem, defects: { ...problem, message: 'TypeError' } } })).toEqual({
    'server-problem-disk': 'critical',
    'server-problem-defects': 'warning',
  });
  expect(wait(60_000)).toHaveProperty(['server-problem-disk']);
  expect(see({ serverProblems: {} })).toEqual({});
});
