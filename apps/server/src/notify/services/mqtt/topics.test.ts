import { emptyState } from '@belfry/domain/delta/empty-state';
import { aDockerHost } from '@belfry/domain/testing/docker';
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
