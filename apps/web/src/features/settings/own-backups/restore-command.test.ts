import { expect, test } from 'vitest';
import { restoreCommand } from './restore-command.ts';

test('the command names the newest backup in its folder and the data directory of the installation', () => {
  expect(restoreCommand({ folder: '/mnt/nas/', file: 'a.belfry-backup', isDocker: false })).toBe(
    'belfry backup restore /mnt/nas/a.belfry-backup --data /var/lib/belfry',
  );
  expect(restoreCommand({ folder: '/backups', file: undefined, isDocker: true })).toBe(
    'belfry backup restore /backups/FILE --data /data',
  );
});

test('without a folder the backup comes from the store', () => {
  expect(restoreCommand({ folder: undefined, file: 'a.belfry-backup', isDocker: false })).toBe(
    'belfry backup restore s3:a.belfry-backup --data /var/lib/belfry',
  );
});

test('a folder with spaces or quotes stays one word of the shell', () => {
  expect(restoreCommand({ folder: "/mnt/my nas's", file: 'a', isDocker: false })).toContain(
    `restore '/mnt/my nas'\\''s/a' --data`,
  );
});
