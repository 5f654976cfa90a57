// The rules about the nodes of mail gateways as machines, with the real engine.
import { aMailGateway, aMailNode } from '@belfry/domain/testing/pmg';
import type { PmgNode } from '@belfry/schema/entities/pmg';
import { expect, test } from 'vitest';
import { joinRules } from '../../engine/joined-rules.ts';
import { anInstance } from '../../testing/instance.ts';
import { createTurns } from '../../testing/turns.ts';
import { createInstanceRules } from '../instance/reachability.ts';
import { createGatewayMachineRules } from './machines.ts';

const GB = 1024 ** 3;

function watch() {
  const rules = () => [createInstanceRules(), joinRules('pmg', [createGatewayMachineRules()])];
  const turns = createTurns(rules, { instanceId: 'pmg-mail' });
  turns.see({ instances: [anInstance({ id: 'pmg-mail', kind: 'pmg' })] });
  return {
    ...turns,
    /** The last of these turns; more than ten minutes pass. */
    look(...nodes: Partial<PmgNode>[]) {
      const gateway = () => ({ pmg: [aMailGateway({ nodes: nodes.map((fields) => aMailNode(fields)) })] });
      turns.see(gateway());
      turns.see(gateway(), { afterMs: 610_000 });
      return turns.see(gateway());
    },
  };
}

test('a full root file system or memory of a node is an alert with the limits of a node, also where it is the only one', () => {
  const { look, message } = watch();
  const full = { diskUsed: 49.6 * GB, diskTotal: 50 * GB, memoryUsed: 3.6 * GB, memoryTotal: 4 * GB };
  expect(look({ name: 'mx1', ...full })).toEqual({ 'pmg-mail-mx1-disk': 'critical', 'pmg-mail-mx1-memory': 'warning' });
  expect(message('pmg-mail-mx1-disk')).toBe('Mail gateway mail: root file system is 99 % full.');
  expect(look({ name: 'mx1' })).toHaveProperty('pmg-mail-mx1-disk');
  const calm = { diskUsed: GB, diskTotal: 50 * GB, memoryUsed: GB, memoryTotal: 4 * GB };
  expect(look({ name: 'mx1', ...calm })).toEqual({});
  expect(look({ name: 'mx1', ...calm }, { name: 'mx2', ...full })).toHaveProperty('pmg-mail-mx2-disk');
  expect(message('pmg-mail-mx2-disk')).toBe('Node mx2 of mail gateway mail: root file system is 99 % full.');
});

test('a node that is out of sync is a warning after ten minutes, and ends when it is in sync', () => {
  const { look, message } = watch();
  const id = 'pmg-sync-pmg-mail-mx2';
  expect(look({ name: 'mx1', inSync: true }, { name: 'mx2', inSync: false })).toEqual({ [id]: 'warning' });
  expect(message(id)).toBe(
    'Node mx2 of mail gateway mail is not in sync with its cluster: it may use older rules and settings.',
  );
  expect(look({ name: 'mx1', inSync: true }, { name: 'mx2' })).toEqual({ [id]: 'warning' });
  expect(look({ name: 'mx1', inSync: true }, { name: 'mx2', inSync: true })).toEqual({});
  expect(watch().look({ name: 'mx1', inSync: false })).toEqual({});
});

test('a gateway without Postfix delivers nothing: critical; a service that only a cluster needs may be off', () => {
  const service = (id: string, state: string) => ({ id, description: id, state });
  const { look } = watch();
  const services = [service('postfix', 'dead'), service('pmgtunnel', 'dead'), service('clamav-daemon', 'failed')];
  expect(look({ name: 'mx1', services })).toEqual({
    'service-failed-pmg-mail-mx1-postfix': 'critical',
    'service-failed-pmg-mail-mx1-clamav-daemon': 'warning',
  });
  expect(look({ name: 'mx1' })).toHaveProperty('service-failed-pmg-mail-mx1-postfix');
  expect(look({ name: 'mx1', services: services.map(({ id }) => service(id, 'running')) })).toEqual({});
});
