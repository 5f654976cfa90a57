// The commands are run by the shell that an administrator pastes them into, with stand-ins for the tools of the host.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Drill } from '@belfry/schema/drill/drill';
import { expect, onTestFinished, test } from 'vitest';
import { scriptOf } from './script.ts';

const drill = (more: Partial<Drill> = {}): Drill => ({
  ...{ id: 'd', guest: 'lab-110', name: 'mariadb-1', instance: 'lab', type: 'qemu', vmid: 110, tags: [], ports: [] },
  backup: { volid: 'pbs:backup/vm/110/2026-10-17T00:14:03Z', time: '2026-10-17T00:14:03.000Z', storage: 'pbs' },
  target: { node: 'pve1', vmid: 9110, storage: 'local-zfs' },
  ...{ by: 'ann', createdAt: '2026-10-17T08:00:00.000Z', until: '2026-10-17T16:00:00.000Z', patienceMs: 1 },
  ...{ state: 'waiting', seen: [] },
  ...more,
});

/** What the tools of the host were called with. */
function run(script: string, config: string): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-drill-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const tool of ['qm', 'pct', 'qmrestore']) {
    const file = path.join(folder, tool);
    writeFileSync(
      file,
      '#!/bin/sh\n[ "$1" = config ] && cat "$CONFIG" && exit\nprintf "%s" "$(basename "$0")" >> "$CALLS"\nfor a; do printf " <%s>" "$a" >> "$CALLS"; done\necho >> "$CALLS"\n',
    );
    chmodSync(file, 0o755);
  }
  const [calls, given] = [path.join(folder, 'calls'), path.join(folder, 'config')];
  writeFileSync(given, config);
  execFileSync('sh', ['-c', script], { env: { PATH: `${folder}:${process.env.PATH}`, CALLS: calls, CONFIG: given } });
  return readFileSync(calls, 'utf8').trim().split('\n');
}

const CONFIG = `boot: order=scsi0
hostpci0: 0000:41:00.0,pcie=1
net0: virtio=BC:24:11:00:00:01,bridge=vmbr0,firewall=1
net1: virtio=BC:24:11:00:00:02,bridge=vmbr1,link_down=0,tag=7
usb0: host=10c4:ea60
`;

test('a machine is restored, gets no network and no device of the node, and is started last', () => {
  expect(run(scriptOf(drill()).restore, CONFIG)).toEqual([
    'qmrestore <pbs:backup/vm/110/2026-10-17T00:14:03Z> <9110> <--storage> <local-zfs> <--unique> <1>',
    'qm <set> <9110> <--onboot> <0>',
    'qm <set> <9110> <--net0> <virtio=BC:24:11:00:00:01,bridge=vmbr0,firewall=1,link_down=1>',
    'qm <set> <9110> <--net1> <virtio=BC:24:11:00:00:02,bridge=vmbr1,tag=7,link_down=1>',
    'qm <set> <9110> <--delete> <hostpci0>',
    'qm <set> <9110> <--delete> <usb0>',
    'qm <start> <9110>',
  ]);
  expect(run(scriptOf(drill()).remove, '')).toEqual(['qm <stop> <9110>', 'qm <destroy> <9110> <--purge> <1>']);
});

test('a container is restored without its network', () => {
  const backup = { volid: 'pbs:backup/ct/103/2026-10-17T00:14:03Z', time: '', storage: 'pbs' };
  const config = 'hostname: web\nnet0: name=eth0,bridge=vmbr0\n';
  expect(run(scriptOf(drill({ type: 'lxc', backup })).restore, config)).toEqual([
    'pct <restore> <9110> <pbs:backup/ct/103/2026-10-17T00:14:03Z> <--storage> <local-zfs> <--unique> <1>',
    'pct <set> <9110> <--onboot> <0>',
    'pct <set> <9110> <--delete> <net0>',
    'pct <start> <9110>',
  ]);
});

test('names of hosts and guests are text for the shell, whatever they are', () => {
  const evil = "x'; qm destroy 1; echo '$(qm destroy 2)`qm destroy 3`\nqm destroy 4";
  const backup = { volid: evil, time: '', storage: evil };
  const target = { node: evil, vmid: 9110, storage: evil };
  const calls = run(scriptOf(drill({ name: evil, backup, target })).restore, '');
  const text = evil.replace('\n', '');
  expect(calls).toEqual([
    `qmrestore <${text}> <9110> <--storage> <${text}> <--unique> <1>`,
    'qm <set> <9110> <--onboot> <0>',
    'qm <start> <9110>',
  ]);
});
