import { afterEach, expect, test } from 'vitest';
import { english, speak } from '../../lib/language/in-language.ts';
import { german } from '../../lib/language/testing/german.ts';
import { partText } from './part-text.ts';

afterEach(() => speak(english));

test('what a host does not show is named in the language of the user, with the name of its node or datastore', () => {
  const parts = ['figures of pve-2', 'backups of main', 'backups on slow', 'physical disks', 'Ceph'];
  expect(parts.map(partText)).toEqual([
    'figures of pve-2',
    'backups of main',
    'backups of slow',
    'physical disks',
    'Ceph',
  ]);
  speak(german);
  expect(parts.map(partText)).toEqual(['Werte von pve-2', 'Backups von main', 'Backups von slow', 'Platten', 'Ceph']);
});

test('a part that is not known stays as the server says it', () => {
  speak(german);
  expect(['tapes', 'toString', 'tapes of main', ''].map(partText)).toEqual(['tapes', 'toString', 'tapes of main', '']);
});
