import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import { expect, test } from 'vitest';
import { polled } from '../testing/polled.ts';
import { createDiskRules } from './disk.ts';

const at = (fields: Partial<PhysicalDisk>) => ({
  physicalDisks: [
    {
      id: 'a-n1--dev-sda',
      node: 'n1',
      instance: 'a',
      devPath: '/dev/sda',
      model: 'QEMU',
      serial: 's1',
      type: 'ssd',
      size: 1,
      health: 'PASSED',
      wearout: 97,
      temperature: 30,
      rpm: 0,
      used: '',
      lastChecked: '2026-01-01T00:00:00.000Z',
      ...fields,
    },
  ],
});
const watch = (config = {}) => polled(() => [createDiskRules()], config);

test('a disk that fails is critical at once, stays so while its health is unknown, and ends when its health is good', async () => {
  const { poll, messages } = watch();
  expect(await poll(at({}), 10)).toEqual([]);
  expect(await poll(at({ health: 'FAILED!' }), 10)).toEqual(['disk-health-a-n1-/dev/sda critical']);
  expect(messages()).toEqual(['Disk /dev/sda (QEMU) on n1 reports its health as FAILED!.']);
  for (const health of ['UNKNOWN', '', 'N/A'])
    expect(await poll(at({ health }))).toEqual(['disk-health-a-n1-/dev/sda critical']);
  expect(await poll(at({ health: 'OK' }), 10)).toEqual([]);
});

test('SMART that is switched off is unknown; a word that nobody knows is a warning that names it', async () => {
  const { poll, messages } = watch();
  expect(await poll(at({ health: 'SMART Disabled' }))).toEqual([]);
  expect(await poll(at({ health: 'GREY' }), 10)).toEqual(['disk-health-a-n1-/dev/sda warning']);
  expect(messages()).toEqual(['Disk /dev/sda (QEMU) on n1 reports its health as GREY.']);
  const sas = 'FAILURE PREDICTION THRESHOLD EXCEEDED';
  expect(await poll(at({ health: sas }), 10)).toEqual(['disk-health-a-n1-/dev/sda critical']);
});

test('a life of 0 to 9 percent is low, 10 percent is not, and −1 is not known', async () => {
  const { poll, messages } = watch();
  expect(await poll(at({ wearout: 10 }))).toEqual([]);
  expect(await poll(at({ wearout: -1 }))).toEqual([]);
  expect(await poll(at({ wearout: 9 }), 10)).toEqual(['disk-wearout-a-n1-/dev/sda warning']);
  expect(messages()).toEqual(['Disk /dev/sda (QEMU) on n1 has 9 % of its life left.']);
  expect(await poll(at({ wearout: -1 }))).toEqual(['disk-wearout-a-n1-/dev/sda warning']);
  expect(await poll(at({ wearout: 0 }))).toEqual(['disk-wearout-a-n1-/dev/sda warning']);
  expect(await poll(at({ wearout: 100 }), 10)).toEqual([]);
});

test('a disk of a node whose alerts are disabled has none', async () => {
  const bad = at({ health: 'FAILED!', wearout: 0 });
  expect(await watch({ overrides: { 'a-n1': { disabled: true } } }).poll(bad)).toEqual([]);
  expect(await watch({ disableAllNodes: true }).poll(bad)).toEqual([]);
});
