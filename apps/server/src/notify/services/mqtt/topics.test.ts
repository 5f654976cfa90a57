import { emptyState } from '@belfry/domain/delta/empty-state';
import { aDockerHost } from '@belfry/domain/testing/docker';
import type { JournalEntry } from '@belfry/schema/journal/entry';
import { MqttConfig } from '@belfry/schema/notifications/mqtt';
import { expect, test } from 'vitest';
import { machinesOf } from '../../mqtt/machines.ts';
import { alertWith } from '../../testing/notices.ts';
import { topicsOf } from './topics.ts';

test('whatever a machine is called, its topics are ones that a broker takes, and two machines never share one', () => {
  const ids = ['a\u0000', 'a\ud800', 'a+b', 'a#b', 'a/b', 'x'.repeat(70_000), 'x'.repeat(70_001), '東京'.repeat(9000)];
  const machines = ids.map((id) => ({ id, name: id, model: 'Docker host' }));
  const topics = [...topicsOf(MqttConfig.parse({}), { alerts: [], machines }).keys()];
  expect(new Set(topics).size).toBe((ids.length + 1) * 4);
  for (const topic of topics) {
    expect(topic).toMatch(/^[A-Za-z0-9_/-]+$/);
    expect(topic.length).toBeLessThan(1200);
  }
});

test('a machine of a site says which, in its attributes and as its area; an alert on no machine says its own', () => {
  const instance = { kind: 'pve', host: 'h', health: 'healthy', dropped: 0 } as const;
  const state = {
    ...emptyState,
    instances: [
      { ...instance, id: 'docker-agent-h1', name: 'h1', site: 's', endpoints: [] },
      { ...instance, id: 'docker-agent-h2', name: 'h2', endpoints: [] },
    ],
    sites: [{ id: 's', name: 'Köln', status: 'connected' as const }],
    dockerHosts: ['h1', 'h2'].map((name) => aDockerHost({ id: `agent-${name}`, hostname: name, displayName: name })),
  };
  const alerts = [
    alertWith({ resourceId: 'agent-h1', metadata: { instanceId: 'docker-agent-h1' } }),
    alertWith({ resourceId: 's', node: '', metadata: {} }),
    alertWith({ resourceId: 'agent-h2', metadata: { instanceId: 'docker-agent-h2' } }),
  ];
  const siteOf = ({ resourceId }: { resourceId: string }) => (resourceId === 's' ? 'Köln' : undefined);
  const topics = topicsOf(MqttConfig.parse({ discovery: true }), { alerts, machines: machinesOf(state), siteOf });
  const said = (topic: string) => JSON.parse(topics.get(topic) ?? '');
  expect(said('belfry/machines/agent-h1/alerts')).toMatchObject({ site: 'Köln', count: 1 });
  expect(said('belfry/machines/agent-h1/alerts').alerts[0]).not.toHaveProperty('site');
  expect(said('belfry/machines/belfry/alerts')).toMatchObject({ alerts: [{ site: 'Köln' }] });
  expect(said('belfry/machines/agent-h2/alerts')).not.toHaveProperty('site');
  const device = (host: string) => said(`homeassistant/binary_sensor/belfry/agent-${host}_problem/config`).device;
  expect([device('h1').suggested_area, device('h2').suggested_area]).toEqual(['Köln', undefined]);
});

test('an alert is on the device of its machine, whatever kind of resource it is about, and not on that of Belfry', () => {
  const state = { ...emptyState, dockerHosts: [aDockerHost({ id: 'agent-h1', hostname: 'h1', displayName: 'h1' })] };
  const at = (id: string, instance: string, node: string) =>
    alertWith({ resourceId: id, node, metadata: { instanceId: instance } });
  const on = (alert: ReturnType<typeof at>) => {
    const machines = [
      ...machinesOf(state),
      { id: 'home-pve1', name: 'pve1', model: 'Proxmox VE node' },
      { id: 'pbs-vault', name: 'vault', model: 'Proxmox Backup Server' },
    ];
    const topics = topicsOf(MqttConfig.parse({}), { alerts: [alert], machines });
    return [...topics].filter(([, content]) => content === 'ON').map(([topic]) => topic.split('/')[2]);
  };
  expect(on(at('docker:agent-h1/name:web', 'docker-agent-h1', 'h1'))).toEqual(['agent-h1']);
  expect(on(at('agent-h1', 'docker-agent-h1', 'h1'))).toEqual(['agent-h1']);
  expect(on(at('home-100', 'home', 'pve1'))).toEqual(['home-pve1']);
  expect(on(at('home-pve1', 'home', 'pve1'))).toEqual(['home-pve1']);
  expect(on(at('pbs-vault/main', 'pbs-vault', ''))).toEqual(['pbs-vault']);
  expect(on(at('home-cluster-nfs', 'home', 'cluster'))).toEqual(['belfry']);
});

test('an alert has the last change before it in its attributes, and nothing where there was none', () => {
  const [changed, other] = [alertWith({}), alertWith({ id: 'other' })];
  const at = new Date(Date.parse(changed.startTime) - 120_000).toISOString();
  const change = {
    ...{ id: '7', at, resource: changed.resourceId, instance: 'home', name: 'web-1', kind: 'guest', event: 'changed' },
    ...{ by: 'root@pam', source: 'task', changes: [{ field: 'memory', before: '16384', after: '8192' }] },
  } satisfies JournalEntry;
  const topics = topicsOf(MqttConfig.parse({}), {
    ...{ alerts: [changed, other], machines: [] },
    changeOf: ({ id }) => (id === 'other' ? undefined : change),
  });
  const text = [...topics].find(([topic]) => topic.endsWith('/belfry/alerts'))?.[1] ?? '';
  expect(JSON.parse(text).alerts.map((alert: { change?: string }) => alert.change)).toEqual([
    '2m before: memory 16 GB → 8 GB by root@pam',
    undefined,
  ]);
});
