import { expect, test } from 'vitest';
import { archiveIn } from './restore-log.ts';

const lines = (...all: string[]) => all.map((t, n) => ({ n: n + 1, t }));

test.each([
  [
    'a machine from a backup server',
    [
      "new volume ID is 'local-zfs:vm-9110-disk-0'",
      "restore proxmox backup image: /usr/bin/pbs-restore --repository 'pve@pbs!c@192.0.2.7:main' --ns lab vm/110/2026-10-17T00:14:03Z drive-scsi0.img.fidx /dev/zvol/rpool/vm-9110-disk-0 --verbose --format raw --skip-zero",
    ],
    'vm/110/2026-10-17T00:14:03Z',
  ],
  [
    'a machine that is started meanwhile',
    ['starting VM for live-restore', "repository: 'a@pbs@192.0.2.7:main', snapshot: 'vm/110/2026-10-17T00:14:03Z'"],
    'vm/110/2026-10-17T00:14:03Z',
  ],
  [
    'a machine from a file',
    [
      'restore vma archive: zstd -q -d -c /mnt/pve/nas/dump/vzdump-qemu-110-2026_10_17-02_14_03.vma.zst | vma extract -v -r /var/tmp/vzdumptmp4711.fifo - /var/tmp/vzdumptmp4711',
    ],
    'vzdump-qemu-110-2026_10_17-02_14_03.vma.zst',
  ],
  [
    'a container',
    [
      "recovering backed-up configuration from 'pbs:backup/ct/103/2026-10-17T00:14:03Z'",
      "restoring 'pbs:backup/ct/103/2026-10-17T00:14:03Z' now..",
    ],
    'pbs:backup/ct/103/2026-10-17T00:14:03Z',
  ],
  [
    'a pipe',
    ['restore vma archive: vma extract -v -r /var/tmp/x.fifo - /var/tmp/x', 'extracting archive from STDIN'],
    undefined,
  ],
  ['a container from a pipe', ["restoring '-' now.."], undefined],
  ['another task that speaks of a snapshot', ['TASK OK vm/110/2026-10-17T00:14:03Z'], undefined],
])('the archive of %s', (_what, log, archive) => {
  expect(archiveIn(lines(...log))).toBe(archive);
});

test('an answer that is no log names nothing', () => {
  expect([archiveIn(undefined), archiveIn([{ n: 1 }, 4])]).toEqual([undefined, undefined]);
});
