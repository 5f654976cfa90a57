// Configurations of guests as readings for the journal of changes, from a lab.
import type { SettingsReading } from '@belfry/schema/journal/reading';
import { expect, test } from 'vitest';
import { expectFindings, type Watched, watchLab } from './testing/watched.ts';

const RUN_S = 30;

/** Runs the poll of configurations until every guest was read, as at a start. */
async function begun(options: Parameters<typeof watchLab>[0] = {}): Promise<Watched> {
  const watched = await watchLab({ nodes: 2, guests: 12, plain: true, ...options });
  await watched.poll('resources');
  await readings(watched);
  return watched;
}

async function readings({ clock, run }: Watched): Promise<readonly SettingsReading[]> {
  await clock.advance(RUN_S * 1000);
  return expectFindings(await run('guest-configs')).settings ?? [];
}

const firstVm = ({ lab, name }: Watched) => {
  const vm = lab.guests(name).find(({ kind, template, ha }) => kind === 'qemu' && !template && ha === undefined);
  if (!vm) throw new Error('the lab has no virtual machine');
  return vm;
};
const resource = ({ name }: Watched, vmid: number) => `${name}-${vmid}`;

test('a guest that a task has changed is read in the next run, with the task and its user', async () => {
  await using watched = await begun();
  const { vmid } = firstVm(watched);
  watched.lab.editGuest(watched.name, vmid, { memory: '12345' }, 'root@pam');
  const found = (await readings(watched)).find((one) => one.resource === resource(watched, vmid));
  expect(found?.settings?.memory).toBe('12345');
  expect(found?.tasks.at(-1)).toMatchObject({ user: 'root@pam', touches: 'settings' });
});

test('a change without a task is read within the hour', async () => {
  await using watched = await begun();
  const { vmid } = firstVm(watched);
  watched.lab.editGuest(watched.name, vmid, { cores: 7 });
  const seen: (string | undefined)[] = [];
  for (let run = 0; run < 3600 / RUN_S; run++)
    for (const one of await readings(watched))
      if (one.resource === resource(watched, vmid)) seen.push(one.settings?.cores);
  expect([...new Set(seen)]).toEqual(['7']);
});

test('an hour costs at most 0.05 calls a guest a minute, and two a minute for the list of tasks', async () => {
  await using watched = await begun({ guests: 60 });
  watched.lab.requests.clear();
  for (let run = 0; run < 3600 / RUN_S; run++) await readings(watched);
  const paths = watched.lab.requests.recent().map(({ path }) => path);
  expect(paths.filter((path) => path.endsWith('/config')).length).toBeLessThanOrEqual(0.05 * 60 * 60);
  expect(paths.filter((path) => path.endsWith('/cluster/tasks')).length).toBeLessThanOrEqual(2 * 60);
});

test('a guest that is removed is gone once, and not one whose node does not answer', async () => {
  await using watched = await begun();
  const { vmid } = firstVm(watched);
  watched.lab.removeGuest(watched.name, vmid);
  await watched.poll('resources');
  const gone = (all: readonly SettingsReading[]) =>
    all.filter(({ settings }) => settings === null).map((one) => one.resource);
  expect(gone(await readings(watched))).toEqual([resource(watched, vmid)]);
  expect(gone(await readings(watched))).toEqual([]);
  await watched.lab.fault(watched.lab.clusters[0]?.nodes[1]?.name ?? '', 'die');
  await watched.poll('resources').catch(() => {});
  expect(gone(await readings(watched))).toEqual([]);
});

test('a guest that comes later is new, with the task that made it', async () => {
  await using watched = await begun();
  const { vmid } = watched.lab.addGuest(watched.name);
  await watched.poll('resources');
  const found = (await readings(watched)).find((one) => one.resource === resource(watched, vmid));
  expect(found).toMatchObject({ isNew: true, tasks: [{ touches: 'creation', user: 'operator@pve' }] });
});

test('no reading has a secret', async () => {
  await using watched = await begun();
  const { vmid } = firstVm(watched);
  const canary = 'CANARY-51d0';
  watched.lab.editGuest(watched.name, vmid, { cipassword: canary, sshkeys: canary, env: `A=${canary}` }, 'root@pam');
  const all = await readings(watched);
  expect(all.map((one) => one.resource)).toContain(resource(watched, vmid));
  expect(JSON.stringify(all)).not.toContain(canary);
});
