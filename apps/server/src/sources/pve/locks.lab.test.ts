// Whether a task works on a locked guest, over the lab's real wire.
import { createTask } from '@belfry/lab/world/task';
import { expect, test } from 'vitest';
import { type Watched, type WatchOptions, watchLab } from './testing/watched.ts';

async function watchLocked(options: Partial<WatchOptions> = {}) {
  const dc = await watchLab({ nodes: 1, guests: 20, ...options });
  const [cluster] = dc.lab.clusters;
  const [node] = cluster?.nodes ?? [];
  const guest = dc.lab.guests(dc.name).find(({ power, template }) => power === 'running' && !template);
  if (!cluster || !node || !guest) throw new Error('no guest runs');
  guest.lock = 'backup';
  await dc.poll('rights', 'resources', 'locks');
  return {
    dc,
    guest,
    begin(type: string, id: string) {
      const now = Math.floor(dc.clock.now() / 1000);
      cluster.tasks.push(createTask(node, type, id, now, now + 3600, 'OK'));
    },
    inUse: async () => {
      await dc.poll('resources', 'locks');
      await dc.clock.advance(300_000);
      const { vms = [], containers = [] } = await dc.poll('resources', 'locks', 'resources');
      return [...vms, ...containers].find(({ vmid }) => vmid === guest.vmid)?.lockInUse;
    },
  };
}
const asked = ({ lab }: Watched) => lab.requests.recent().filter(({ path }) => /\/tasks$/.test(path)).length;

test('a lock is in use while a task of the guest, or a backup of several guests, runs on its node', async () => {
  const { dc, guest, begin, inUse } = await watchLocked();
  await using _ = dc;
  expect(await inUse()).toBe(false);
  begin('qmstart', String(guest.vmid + 1));
  expect(await inUse()).toBe(false);
  begin('vzdump', '');
  expect(await inUse()).toBe(true);
  guest.lock = undefined;
  expect(await inUse()).toBeUndefined();
});

test('a task of the guest itself uses its lock, and a clone the lock of its copy', async () => {
  const { dc, guest, begin, inUse } = await watchLocked();
  await using _ = dc;
  guest.lock = 'snapshot-delete';
  begin('qmdelsnapshot', String(guest.vmid));
  expect(await inUse()).toBe(true);
  guest.lock = 'clone';
  expect(await inUse()).toBe(true);
});

test('a node without locked guests is not asked, and one with them every five minutes', async () => {
  const { dc, inUse } = await watchLocked();
  await using _ = dc;
  expect(asked(dc)).toBe(0);
  await inUse();
  await dc.clock.advance(30_000);
  await dc.poll('locks', 'locks');
  expect(asked(dc)).toBe(1);
});

test('an account that may not see the tasks of others knows nothing about locks', async () => {
  const { dc, inUse } = await watchLocked({ lacks: ['Sys.Audit'] });
  await using _ = dc;
  expect(await inUse()).toBeUndefined();
});
