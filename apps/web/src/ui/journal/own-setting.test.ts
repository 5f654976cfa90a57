import { journalIds } from '@belfry/domain/ids';
import { expect, test } from 'vitest';
import { ownSetting } from './own-setting.ts';

const belfry = (section: string, name: string) => ({
  kind: 'belfry' as const,
  resource: `${journalIds('belfry', section)}${name}`,
});

test.each([
  [belfry('tokens', 'default'), 'API token'],
  [belfry('users', 'admin'), 'User'],
  [belfry('destinations.webhooks', 'w/1'), 'Webhook'],
  [{ kind: 'belfry' as const, resource: 'belfry/alerts' }, undefined],
  [belfry('of a later version', 'x'), undefined],
  [{ kind: 'guest' as const, resource: 'cluster/tokens/100' }, undefined],
])('%j is %s', (entry, what) => expect(ownSetting(entry)).toBe(what));
