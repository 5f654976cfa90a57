import type { Guest } from '@belfry/schema/entities/guest';
import type { Node } from '@belfry/schema/entities/node';
import { describe, expect, test } from 'vitest';
import { guest, node } from '../../../state/testing/observations.ts';
import { polled } from '../../testing/polled.ts';
import { createGuestRules } from '../guest.ts';
import { createNodeRules } from '../node.ts';

const at = (fields: Partial<Guest>, nodeFields: Partial<Node> = {}) => ({
  vms: [guest('a', 1, { node: 'n1', name: 'web', ...fields })],
  nodes: [node('a', 'n1', { uptime: 9000, ...nodeFields })],
});
const watch = (config = {}) => polled(() => [...createGuestRules(), createNodeRules()], config);
const off: Partial<Guest> = { status: 'stopped', onboot: true };
const id = 'guest-powered-off-a-1 warning';

describe('a guest that is off and should be running', () => {
  test('is an alert in the second poll, until it runs', async () => {
    const { poll, messages } = watch();
    expect(await poll(at({}), 90)).toEqual([]);
    expect(await poll(at(off), 10)).toEqual([]);
    expect(await poll(at(off), 10)).toEqual([id]);
    expect(messages()).toEqual(['VM web (1) is powered off on n1.']);
    expect(await poll(at({}), 10)).toEqual([]);
  });

  test('has the name alone of a guest without a number', async () => {
    const { poll, messages } = watch();
    const named = () => ({ ...at(off), vms: at(off).vms.map(({ vmid: _, ...guest }) => ({ ...guest, id: 'a-web' })) });
    expect(await poll(named(), 120)).toEqual(['guest-powered-off-a-web warning']);
    expect(messages()).toEqual(['VM web is powered off on n1.']);
  });

  test('has the level that is configured, and changes it with the configuration', async () => {
    const { poll, stage } = watch();
    expect(await poll(at(off), 120)).toEqual([id]);
    stage.configure({ overrides: { 'a-1': { poweredOffSeverity: 'critical' } } });
    expect(await poll(at(off), 10)).toEqual(['guest-powered-off-a-1 critical']);
    stage.configure({ disableAllGuestsOffline: true });
    expect(await poll(at(off), 10)).toEqual([]);
  });

  test.each([
    ['its status is unknown', { status: 'unknown', onboot: true }],
    ['a backup in stop mode works on it', { ...off, lock: 'backup' }],
    ['it migrates', { ...off, lock: 'migrate' }],
    ['it is not known whether it starts with its node', { status: 'stopped' }],
    ['high availability moves it', { status: 'stopped', haState: 'migrate' }],
    ['high availability has a state that is not known', { ...off, haState: 'constructor' }],
  ])('starts and ends nothing while %s', async (_, fields) => {
    expect(await watch().poll(at(fields), 300)).toEqual([]);
    const { poll, stage } = watch();
    expect(await poll(at(off), 120)).toEqual([id]);
    stage.announced();
    expect(await poll(at(fields), 300)).toEqual([id]);
    expect(stage.announced()).toEqual([]);
  });

  test('is none while its node boots', async () => {
    const { poll } = watch();
    expect(await poll(at(off, { uptime: 60 }), 120)).toEqual([]);
    expect(await poll(at(off, { uptime: 400 }), 120)).toEqual([id]);
  });

  test('is part of the alert about its node when the node is offline', async () => {
    const { poll, stage } = watch();
    await poll(at({}), 90);
    const lost = at({ status: 'unknown', onboot: true }, { status: 'offline', uptime: 0 });
    expect(await poll(lost, 120)).toEqual(['node-offline-a-n1 critical']);
    expect(await poll(at(off, { uptime: 20 }), 60)).toEqual([]);
    expect(await poll(at({}, { uptime: 90 }), 60)).toEqual([]);
    expect(stage.announced()).toEqual(['raised node-offline-a-n1', 'resolved node-offline-a-n1 recovered']);
  });
});

describe('a guest that is meant to be off', () => {
  test.each([
    ['does not start with its node', { status: 'stopped', onboot: false }],
    ['is kept off by high availability', { ...off, haState: 'stopped' }],
    ['is ignored by high availability', { status: 'stopped', onboot: false, haState: 'ignored' }],
    ['is paused', { status: 'paused', onboot: true }],
    ['is suspended', { status: 'suspended' }],
  ])('is no alert: it %s', async (_, fields) => {
    expect(await watch().poll(at(fields), 300)).toEqual([]);
  });

  test('is one when a level was set for it', async () => {
    const { poll } = watch({ overrides: { 'tag:always-on': { poweredOffSeverity: 'critical' } } });
    const spare = { status: 'stopped', onboot: false, tags: ['always-on'] };
    expect(await poll(at(spare), 120)).toEqual(['guest-powered-off-a-1 critical']);
  });
});

test('high availability has two minutes to start a guest again', async () => {
  const { poll } = watch();
  const managed = at({ status: 'stopped', haState: 'started' });
  await poll(at({ haState: 'started' }), 90);
  expect(await poll(managed, 120)).toEqual([]);
  expect(await poll(managed, 30)).toEqual([id]);
});
