import type { StorageBackup } from '@belfry/schema/entities/pve-backups';
import { expect, test } from 'vitest';
import { noFacts } from './facts.ts';
import { compose } from './instance.ts';

test('if two nodes have a volume of the same name, the same one is in the state in any order of the answers', () => {
  const on = (node: string): [string, StorageBackup[]] => [
    `${node}/local`,
    [{ id: 'dc-local:backup/a', node } as StorageBackup],
  ];
  const newest = (...storages: [string, StorageBackup[]][]) => {
    const facts = { ...noFacts, storageBackups: new Map(storages) };
    return compose.storageBackups({ facts }).map(({ node }) => node);
  };
  expect(newest(on('pve1'), on('pve2'))).toEqual(['pve2']);
  expect(newest(on('pve2'), on('pve1'))).toEqual(['pve2']);
});
