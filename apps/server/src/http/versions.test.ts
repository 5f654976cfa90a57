import { getAlertConfig, putAlertConfig } from '@belfry/schema/http/alert-config';
import { getMqtt } from '@belfry/schema/http/mqtt';
import { importConfig } from '@belfry/schema/http/transfer';
import { expect, test } from 'vitest';
import { isRefused } from '../lib/refusal.ts';
import { createVersions } from './versions.ts';

test('an import that is under way ends before a save is compared, so the save that it overtook is refused', async () => {
  const versions = createVersions<object>();
  let stored = { cpu: 80 };
  versions.add(getAlertConfig, () => stored);
  const base = versions.tagOf(getAlertConfig, stored);
  const disk = Promise.withResolvers<void>();
  const imported = versions.run(importConfig, undefined, {}, async () => {
    await disk.promise;
    stored = { cpu: 90 };
  });
  const saved = versions.run(putAlertConfig, base, {}, async () => {
    stored = { cpu: 70 };
  });
  disk.resolve();
  await imported;
  expect(isRefused(await saved)).toBe(true);
  expect(stored).toEqual({ cpu: 90 });
});

test('a failed change does not hold up the next one', async () => {
  const versions = createVersions<object>();
  versions.add(getAlertConfig, () => ({}));
  const failed = versions.run(putAlertConfig, undefined, {}, () => Promise.reject(new Error('the disk is full')));
  await expect(failed).rejects.toThrow('the disk is full');
  expect(await versions.run(putAlertConfig, undefined, {}, async () => 'done')).toBe('done');
});

test('how something is doing is no part of its revision', () => {
  const { tagOf } = createVersions<object>();
  const stored = { host: 'mqtt.lan', port: 8883 };
  const connecting = tagOf(getMqtt, { ...stored, connected: false, problem: 'no answer' });
  expect(tagOf(getMqtt, { ...stored, connected: true })).toBe(connecting);
  expect(tagOf(getMqtt, { ...stored, port: 1883, connected: true })).not.toBe(connecting);
});
