import { aStorage } from '@belfry/domain/testing/storage';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Node } from '@belfry/schema/entities/node';
import type { Storage } from '@belfry/schema/entities/storage';
import { describe, expect, test } from 'vitest';
import { guest, node } from '../../state/testing/observations.ts';
import { joinRules } from '../engine/joined-rules.ts';
import { polled } from '../testing/polled.ts';
import { createGuestRules } from './guest.ts';
import { createNodeFiguresRules } from './node/figures.ts';
import { createNodeRules } from './node.ts';
import { createStorageRules } from './storage.ts';

const SINCE = '2026-01-01T00:00:00.000Z';
const MINUTE = 60;
const at = (n: Partial<Node>, guests: Partial<Guest>[] = [{}], s: Partial<Storage> = {}) => ({
  nodes: [node('a', 'n1', { uptime: 9000, ...n })],
  vms: guests.map((fields, i) => guest('a', i + 1, { node: 'n1', name: `web${i + 1}`, ...fields })),
  storage: [aStorage({ instance: 'a', node: 'n1', ...s })],
});
const watch = () =>
  polled(() => [
    ...createGuestRules(),
    joinRules('nodes', [createNodeRules(), createNodeFiguresRules()]),
    createStorageRules(),
  ]);

describe('a node that sends no figures', () => {
  test.each([
    ['its last ones are old', { staleSince: SINCE }, 'has sent no figures since 2026-01-01 00:00 UTC'],
    ['it never sent any', { status: 'unknown' as const, uptime: 0 }, 'sends no figures'],
  ])(
    'is one critical alert after a minute and a half, when %s, and none for its guests and storages',
    async (_, fields, text) => {
      const { poll, messages } = watch();
      const blind = at(
        fields,
        [1, 2, 3, 4].map(() => ({ status: 'unknown', ...('staleSince' in fields && { staleSince: SINCE }) })),
        { status: 'unknown', active: false },
      );
      expect(await poll(at({}), 5 * MINUTE)).toEqual([]);
      expect(await poll(blind, 80)).toEqual([]);
      expect(await poll(blind, 40)).toEqual(['no-figures-a-n1 critical']);
      expect(await poll(blind, 20 * MINUTE)).toEqual(['no-figures-a-n1 critical']);
      expect(messages()).toEqual([
        `Node n1 ${text}, so nothing on it can be judged. Its service pvestatd hangs or is stopped. A network storage that does not answer is the usual reason.`,
      ]);
      expect(await poll(at({}), 10)).toEqual([]);
    },
  );

  test('is none when the node is offline, and none while it starts', async () => {
    const { poll } = watch();
    expect(await poll(at({ status: 'unknown', uptime: 0 }), 60)).toEqual([]);
    expect(await poll(at({}), 60)).toEqual([]);
    expect(await poll(at({ status: 'offline', uptime: 0 }), 10 * MINUTE)).toEqual(['node-offline-a-n1 critical']);
  });
});

describe('a guest without figures on a node that sends them', () => {
  test('is a warning after five minutes', async () => {
    const { poll, messages } = watch();
    expect(await poll(at({}, [{ status: 'unknown' }, {}]), 4 * MINUTE)).toEqual([]);
    expect(await poll(at({}, [{ status: 'unknown' }, {}]), 3 * MINUTE)).toEqual(['no-figures-a-1 warning']);
    expect(messages()).toEqual(['VM web1 (1) cannot be judged: n1 reports neither its status nor its figures.']);
    expect(await poll(at({}), 10)).toEqual([]);
  });

  test('is part of one alert about the node when there are several', async () => {
    const { poll, messages } = watch();
    const many = at({}, [{ status: 'unknown' }, { status: 'unknown' }, { status: 'unknown' }, {}]);
    expect(await poll(many, 7 * MINUTE)).toEqual(['no-figures-guests-a-n1 warning']);
    expect(messages()).toEqual([
      'Node n1 reports neither status nor figures of 3 guests, so they cannot be judged: web1, web2, web3.',
    ]);
    expect(await poll(at({}), 10)).toEqual([]);
  });
});

describe('a storage without figures', () => {
  const lost: Partial<Storage> = { status: 'unknown', active: false };
  test('is a warning after ten minutes when nothing says that it is off or cannot be used', async () => {
    const { poll, messages } = watch();
    expect(await poll(at({}, [{}], lost), 9 * MINUTE)).toEqual([]);
    expect(await poll(at({}, [{}], lost), 3 * MINUTE)).toEqual(['no-figures-a-n1-data warning']);
    expect(messages()).toEqual(['Storage data on n1 cannot be judged: no node reports how full it is.']);
    expect(await poll(at({}), 10)).toEqual([]);
  });

  test('is another alert when a node says that it cannot use the storage, and none when it is disabled', async () => {
    expect(await watch().poll(at({}, [{}], { ...lost, inactiveOn: ['n1'] }), 20 * MINUTE)).toEqual([
      'storage-offline-a-n1-data warning',
    ]);
    expect(await watch().poll(at({}, [{}], { ...lost, status: 'disabled', enabled: false }), 20 * MINUTE)).toEqual([]);
  });
});
