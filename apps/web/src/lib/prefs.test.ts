import { beforeEach, expect, test, vi } from 'vitest';
import { choice, flag, isFlagMap, isStringList, json, loadPref, savePref } from './prefs.ts';

const fakeStorage = () => {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
  };
};
let forever = fakeStorage();
let session = fakeStorage();
beforeEach(() => {
  forever = fakeStorage();
  session = fakeStorage();
  vi.stubGlobal('localStorage', forever);
  vi.stubGlobal('sessionStorage', session);
});

const mode = choice('mode', ['all', 'vm'], 'all');
const list = json('list', isStringList, []);
const map = json('map', isFlagMap, {}, 'session');

test('a saved value is loaded from the right storage', () => {
  savePref(mode, 'vm');
  savePref(map, { a: true });
  savePref(flag('on', true), false);
  expect(loadPref(mode)).toBe('vm');
  expect(loadPref(map)).toEqual({ a: true });
  expect(Object.fromEntries(forever.items)).toEqual({ mode: 'vm', on: 'false' });
  expect(session.items.get('map')).toBe('{"a":true}');
});

test.each([
  [mode, 'lxc', 'all'],
  [flag('flag', true), 'yes', true],
  [list, '{"a":1}', []],
  [list, '["a",1]', []],
  [list, 'no json', []],
])('a stored value that is not valid is ignored', (pref, text, fallback) => {
  forever.items.set(pref.key, text);
  expect(loadPref<unknown>(pref as typeof list)).toEqual(fallback);
});

test('the same stored text is the same object, so that nothing renders without a change', () => {
  savePref(list, ['a']);
  const first = loadPref(list);
  forever.items.set('list', '["a"]');
  expect(loadPref(list)).toBe(first);
  forever.items.set('list', '["b"]');
  expect(loadPref(list)).toEqual(['b']);
});

test('where storage is forbidden, a preference is kept until the page is left', () => {
  vi.stubGlobal('localStorage', undefined);
  savePref(list, ['kept']);
  expect(loadPref(list)).toEqual(['kept']);
});

test('a value that a full storage does not take is kept until the page is left', () => {
  savePref(mode, 'all');
  forever.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  savePref(mode, 'vm');
  expect(loadPref(mode)).toBe('vm');
  forever.setItem = (key, text) => void forever.items.set(key, text);
  savePref(mode, 'all');
  expect([loadPref(mode), forever.items.get('mode')]).toEqual(['all', 'all']);
});
