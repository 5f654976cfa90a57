import { emptyState } from '@belfry/domain/delta/empty-state';
import type { Node } from '@belfry/schema/entities/node';
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import type { PmgInstance } from '@belfry/schema/entities/pmg';
import { expect, test } from 'vitest';
import { ownInterface } from './own-interface.ts';

const node = (name: string, status: Node['status']) =>
  ({ id: `dc-${name}`, name, instance: 'dc', host: name, status, uptime: status === 'online' ? 9 : 0 }) as Node;
const state = {
  ...emptyState,
  nodes: [node('pve1', 'offline'), node('pve2', 'online')],
  pbs: [{ id: 'pbs-main', name: 'main', host: 'https://backup.lan:8007' } as PbsInstance],
  pmg: [{ id: 'pmg-mail', name: 'mail', host: 'mail.lan' } as PmgInstance],
};
const about = (resourceId: string, of = '') =>
  ownInterface(
    {
      resourceId,
      node: of,
      metadata: { resourceType: '', unit: '', occurrence: '', instanceId: 'dc', list: '' } as never,
    },
    state,
  );

test('an alert about a backup server or a mail gateway leads to its own web interface', () => {
  expect(about('pbs-main')).toEqual({ name: 'main', href: 'https://backup.lan:8007' });
  expect(about('pmg-mail')).toEqual({ name: 'mail', href: 'https://mail.lan:8006' });
});

test('an alert about a node that does not answer leads to a member that does', () => {
  expect(about('dc-pve1', 'pve1')).toEqual({ name: 'pve2', href: 'https://pve2:8006' });
  expect(ownInterface({ resourceId: 'x', node: '' }, state)).toBeUndefined();
});
