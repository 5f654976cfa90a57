import { describe, expect, it } from 'vitest';
import { changesBetween } from './changes.ts';
import { guestSettings } from './guest-settings.ts';

const vm = {
  name: 'web01',
  memory: '4096',
  cores: 2,
  boot: 'order=scsi0;net0',
  net0: 'virtio=BC:24:11:D7:21:55,bridge=vmbr0,firewall=1',
  scsi0: 'local-lvm:vm-100-disk-0,discard=on,size=8G',
  agent: '1',
  tags: 'prod;web',
  digest: 'aaaa',
};
const changes = (after: object, before: object = vm) =>
  changesBetween(guestSettings({ ...before }, 'qemu'), guestSettings({ ...before, ...after }, 'qemu'));

describe('changes of the configuration of a guest', () => {
  it('names the field with its value before and after', () => {
    expect(changes({ memory: '8192' })).toEqual([{ field: 'memory', before: '4096', after: '8192' }]);
    expect(changes({ description: 'notes' })).toEqual([{ field: 'description', before: null, after: 'notes' }]);
  });
  it('splits a line into its parts', () => {
    expect(changes({ net0: 'virtio=BC:24:11:D7:21:55,bridge=vmbr1,firewall=1,tag=20' })).toEqual([
      { field: 'net0.bridge', before: 'vmbr0', after: 'vmbr1' },
      { field: 'net0.tag', before: null, after: '20' },
    ]);
    expect(changes({ scsi0: 'local-lvm:vm-100-disk-0,discard=on,size=16G' })).toEqual([
      { field: 'scsi0.size', before: '8G', after: '16G' },
    ]);
  });
  it('says a line that came or went once', () => {
    expect(changes({ net0: undefined })).toEqual([
      { field: 'net0', before: 'bridge=vmbr0, firewall=1, macaddr=BC:24:11:D7:21:55, model=virtio', after: null },
    ]);
    expect(changes({ scsi1: 'local-lvm:vm-100-disk-1,size=1G' })).toEqual([
      { field: 'scsi1', before: null, after: 'file=local-lvm:vm-100-disk-1, size=1G' },
    ]);
  });
  it('sees no change in another order, in numbers as text, and in short forms', () => {
    expect(
      changes({
        memory: 4096,
        cores: '2',
        tags: 'web;prod',
        agent: 'enabled=1',
        net0: 'firewall=1,bridge=vmbr0,model=virtio,macaddr=bc:24:11:d7:21:55',
        scsi0: 'local-lvm:vm-100-disk-0,size=8G,discard=on',
      }),
    ).toEqual([]);
    expect(changes({ memory: 'current=4096' })).toEqual([]);
  });
  it('sees a change in the order in which a guest boots', () => {
    expect(changes({ boot: 'order=net0;scsi0' })).toEqual([
      { field: 'boot.order', before: 'scsi0;net0', after: 'net0;scsi0' },
    ]);
  });
  it('ignores what the host computes, and the traces of tasks, snapshots and migrations', () => {
    expect(
      changes({ digest: 'bbbb', lock: 'backup', parent: 'before-update', runningcpu: 'kvm64', meta: 'ctime=1' }),
    ).toEqual([]);
  });
  it('shows of a long text what is around the difference', () => {
    const notes = (word: string) => ({ description: `${'a '.repeat(2000)}${word}${' b'.repeat(1000)}` });
    const [change] = changes(notes('new'), { ...vm, ...notes('old') });
    expect(change?.before).toMatch(/^….{40}old/);
    expect(change?.after).toMatch(/^….{40}new.*…$/);
    expect(change?.after?.length).toBeLessThan(510);
  });
  it('keeps the raw lines of a container apart by name, in any order', () => {
    const of = (lxc: string[][]) => guestSettings({ lxc }, 'lxc');
    const [mount, allow, other] = [
      ['lxc.mount.entry', '/dev/dri dev/dri none bind'],
      ['lxc.cgroup2.devices.allow', 'c 226:0 rwm'],
      ['lxc.cgroup2.devices.allow', 'c 226:128 rwm'],
    ];
    expect(changesBetween(of([mount, allow, other]), of([other, allow, mount]))).toEqual([]);
    expect(changesBetween(of([mount, allow]), of([mount, allow, other]))).toEqual([
      { field: 'lxc.cgroup2.devices.allow', before: 'c 226:0 rwm', after: 'c 226:0 rwm\nc 226:128 rwm' },
    ]);
  });
});

describe('secrets', () => {
  const canary = 'CANARY-7f3a';
  it.each([
    ['the password of cloud-init', { cipassword: canary }],
    ['keys of cloud-init', { sshkeys: `ssh-rsa ${canary}` }],
    ['the environment of a container', { env: `DB_URL=${canary}\0B=${canary}` }],
    [
      'the raw environment of a container',
      {
        lxc: [
          ['lxc.environment', `DB_URL=${canary}`],
          ['lxc.environment.runtime', `A=${canary}`],
        ],
      },
    ],
    ['an argument that names a password', { args: `-vnc :1 --password ${canary} -append "token=${canary}"` }],
    [
      'notes that name a secret',
      { description: `Root password: ${canary}\napi_key="${canary}"\nhttps://me:${canary}@host` },
    ],
    ['a part that is a password', { net0: `virtio,password=${canary}`, smbios1: `secret=${canary}` }],
    ['a field of a later release', { 'ci-api-token': canary, vncpassword: canary }],
    ['a command that starts a container', { entrypoint: `/bin/run --token ${canary}` }],
    [
      'a token of Proxmox VE',
      { description: 'root@pam!mon=12345678-1234-1234-1234-123456789abc'.replace('123456789abc', '7f3a7f3a7f3a') },
    ],
  ])('leaves out %s', (_what, config) => {
    const text = JSON.stringify(guestSettings(config, 'lxc'));
    expect(text).not.toContain(canary);
    expect(text).not.toContain('7f3a7f3a7f3a');
  });
  it('says that a secret was set, and nothing when it was replaced by another one', () => {
    expect(changes({ cipassword: 'a' })).toEqual([{ field: 'cipassword', before: null, after: '(set)' }]);
    expect(changes({ cipassword: 'b' }, { ...vm, cipassword: 'a' })).toEqual([]);
  });
  it('says which variables an environment has', () => {
    expect(changesBetween(guestSettings({}, 'lxc'), guestSettings({ env: 'A=1\0B=2' }, 'lxc'))).toEqual([
      { field: 'env', before: null, after: 'A=(set), B=(set)' },
    ]);
  });
});
