import { aStorage } from '@belfry/domain/testing/storage';
import type { Guest } from '@belfry/schema/entities/guest';
import { describe, expect, test } from 'vitest';
import { guest, node } from '../../../state/testing/observations.ts';
import { polled } from '../../testing/polled.ts';
import { createGuestRules } from '../guest.ts';
import { createNodeRules } from '../node.ts';
import { createStorageRules } from '../storage.ts';

const at = (fields: Partial<Guest>) => ({
  vms: [guest('a', 1, { node: 'n1', name: 'web', ...fields })],
  nodes: [node('a', 'n1', { uptime: 9000 })],
});
const watch = () => polled(() => [...createGuestRules(), createNodeRules(), createStorageRules()]);
const id = 'guest-stuck-a-1';

describe('a guest that stands still although it is on', () => {
  test.each([
    [
      'io-error',
      'VM web (1) stands still on n1: it cannot write to its disk, because the storage is full or broken (io-error).',
    ],
    ['internal-error', 'VM web (1) stands still on n1: its emulator found an error (internal-error).'],
    ['guest-panicked', 'VM web (1) stands still on n1: its operating system crashed (guest-panicked).'],
    ['watchdog', 'VM web (1) stands still on n1: its operating system did not answer its watchdog (watchdog).'],
  ])('is critical in the second poll, with the word of the host: %s', async (status, text) => {
    const { poll, messages } = watch();
    expect(await poll(at({}), 90)).toEqual([]);
    expect(await poll(at({ status }), 10)).toEqual([]);
    expect(await poll(at({ status }), 10)).toEqual([`${id} critical`]);
    expect(messages()).toEqual([text]);
    expect(await poll(at({ status: 'unknown' }), 60)).toContain(`${id} critical`);
    expect(await poll(at({}), 10)).toEqual([]);
  });

  test.each(['paused', 'prelaunch', 'suspended', 'running'])(
    'is none when somebody wants it so: %s',
    async (status) => {
      expect(await watch().poll(at({ status }), 7200)).toEqual([]);
    },
  );

  test('is a warning that names the word when the state should pass and does not, and when nobody knows it', async () => {
    for (const status of ['postmigrate', 'quantum-superposition']) {
      const { poll, messages } = watch();
      expect(await poll(at({ status }), 3000)).toEqual([]);
      expect(await poll(at({ status }), 700)).toEqual([`${id} warning`]);
      expect(messages()).toEqual([`VM web (1) has had the status ${status} on n1 for more than an hour.`]);
      expect(await poll(at({}), 10)).toEqual([]);
    }
  });

  test('is part of the alert about the storage when that is full', async () => {
    const full = aStorage({ instance: 'a', node: 'n1', name: 'lvm', total: 100, used: 100, free: 0, usage: 100 });
    const many = {
      nodes: [node('a', 'n1', { uptime: 9000 })],
      storage: [full],
      vms: [1, 2, 3].map((vmid) => guest('a', vmid, { node: 'n1', status: 'io-error' })),
    };
    const { poll, stage } = watch();
    await poll(many, 300);
    expect(stage.announced().filter((line) => line.startsWith('raised'))).toEqual([`raised ${full.id}-usage`]);
  });
});
