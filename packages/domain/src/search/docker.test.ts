// The search of the Docker screen.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aContainer, aDockerHost } from '../testing/docker.ts';
import { containerMatcher } from './docker.ts';

const container = aContainer({
  id: 'f00d42',
  name: 'shop-web-1',
  image: 'registry.example.com/shop/web:2.14',
  health: 'unhealthy',
  cpuPercent: 190,
  labels: { 'com.example.team': 'data' },
  composeProject: 'shop',
});
const hosted = { host: aDockerHost({ displayName: 'Dock-West-01' }), container, running: true };
const finds = (text: string) => containerMatcher(text)(hosted);

test('a plain word is searched in names, image, state, project and host', () => {
  for (const text of ['web', 'registry', 'running', 'WEST', 'shop west', 'nowhere OR west', '"web:2.14"'])
    expect(finds(text)).toBe(true);
  for (const text of ['f00d42', 'nothing', 'shop nothing', 'nowhere, west', '-web']) expect(finds(text)).toBe(false);
});

test('each prefix searches its own field', () => {
  const right = [
    'name:web',
    'image:2.14',
    'host:west',
    'state:run',
    'id:f00d',
    'label:team',
    'label:com.example.team=data',
  ];
  for (const text of right) expect(finds(text), text).toBe(true);
  for (const text of ['name:registry', 'image:west', 'host:shop', 'id:web', 'label:core'])
    expect(finds(text), text).toBe(false);
});

test('state: also searches the health, and healthy does not find unhealthy', () => {
  expect(finds('state:unhealthy')).toBe(true);
  expect(finds('state:healthy')).toBe(false);
});

test('state:offline and state:unreachable find the containers of a host that is silent, and state:running does not', () => {
  const silent = { ...hosted, host: aDockerHost({ staleSince: '2026-01-01T00:00:00.000Z' }) };
  for (const text of ['state:offline', 'state:unreachable']) {
    expect(finds(text)).toBe(false);
    expect(containerMatcher(text)(silent)).toBe(true);
  }
  expect(finds('state:running')).toBe(true);
  expect(containerMatcher('state:running')(silent)).toBe(false);
});

test('figures are compared; an unknown figure matches no comparison', () => {
  expect(finds('cpu>100 memory<50')).toBe(true);
  expect(finds('restarts>0')).toBe(false);
  const unknown = { ...hosted, container: aContainer({ cpuPercent: null, restartCount: null }) };
  for (const text of ['cpu<1', 'cpu>0', 'restarts<9']) expect(containerMatcher(text)(unknown)).toBe(false);
});

test('a prefix still being typed filters nothing, and no text makes the search throw', () => {
  expect(finds('name:')).toBe(true);
  fc.assert(fc.property(fc.string(), (text) => typeof finds(text) === 'boolean'));
});

test('site: finds the containers of the hosts that report through a site', () => {
  const finds = (text: string, site?: string) => containerMatcher(text, () => site)(hosted);
  expect([finds('site:köl', 'Köln'), finds('site:köln'), finds('-site:köln')]).toEqual([true, false, true]);
});
