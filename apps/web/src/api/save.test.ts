import { expect, test } from 'vitest';
import { ApiError } from './client.ts';
import { saveForm, saveOnto } from './save.ts';

interface Window {
  name: string;
  minutes: number;
  changedAt: number;
}

/** A server with one window, which refuses a save with an older revision. `meanwhile` runs before each of its saves. */
function server(meanwhile: (() => void)[] = []) {
  let window: Window = { name: 'Updates', minutes: 60, changedAt: 1 };
  const put = (change: Partial<Window>) => {
    window = { ...window, ...change, changedAt: window.changedAt + 1 };
  };
  return {
    now: () => window,
    put,
    read: async () => ({ value: window, revision: `"${window.changedAt}"` }),
    async save(change: Partial<Window>, headers: Readonly<Record<string, string>>) {
      meanwhile.shift()?.();
      if (headers['If-Match'] !== `"${window.changedAt}"`)
        throw new ApiError(412, { text: 'changed', code: 'changed_meanwhile', details: {}, body: {} });
      put(change);
      return 'saved';
    },
  };
}

test('one value is changed in what the server has, also when somebody else saves at the same moment', async () => {
  const there = server([() => there.put({ name: 'Patches' })]);
  const more = saveOnto(there.read, ({ minutes }, { headers }) => there.save({ minutes: minutes + 30 }, headers));
  expect(await more).toBe('saved');
  expect(there.now()).toMatchObject({ name: 'Patches', minutes: 90 });
});

test('a server that is never still is given up', async () => {
  const always = Array.from({ length: 20 }, (_, i) => () => there.put({ minutes: i }));
  const there = server(always);
  await expect(saveOnto(there.read, (_, { headers }) => there.save({ name: 'x' }, headers))).rejects.toThrow('changed');
});

test('a form whose user has not seen what the server has is not saved; it looks, and the next save succeeds', async () => {
  const there = server();
  let base = there.now();
  there.put({ minutes: 90 });
  const submit = () =>
    saveForm({
      read: there.read,
      base,
      async look() {
        base = there.now();
      },
      save: ({ headers }) => there.save({ name: 'Mine' }, headers),
    });
  await expect(submit()).rejects.toThrow('Somebody else has saved this in the meantime');
  expect(there.now()).toMatchObject({ name: 'Updates', minutes: 90 });
  expect(await submit()).toBe('saved');
  expect(there.now()).toMatchObject({ name: 'Mine', minutes: 90 });
});

test('somebody who saves between the look and the save of a form is not overwritten', async () => {
  const there = server([() => there.put({ minutes: 90 })]);
  const look = async () => {};
  const base = there.now();
  const submit = () =>
    saveForm({ read: there.read, base, look, save: ({ headers }) => there.save({ name: 'Mine' }, headers) });
  await expect(submit()).rejects.toThrow('Somebody else has saved this in the meantime');
  expect(there.now()).toMatchObject({ name: 'Updates', minutes: 90 });
});

test('what the form is not about may have changed', async () => {
  const there = server();
  const base = there.now();
  there.put({});
  const look = async () => {};
  const save = ({ headers }: { headers: Readonly<Record<string, string>> }) => there.save({ name: 'Mine' }, headers);
  const of = ({ changedAt: _, ...rest }: Window) => rest;
  expect(await saveForm({ read: there.read, base, of, look, save })).toBe('saved');
});

test('any other refusal is that of the server', async () => {
  const refused = new ApiError(400, { text: 'Name must not be empty', code: '', details: {}, body: {} });
  const save = saveOnto(server().read, () => Promise.reject(refused));
  await expect(save).rejects.toBe(refused);
});
