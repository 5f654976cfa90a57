// The journal of changes over a lab in which configurations are edited at random: with a task and without one, two at once, undone, while the
// host does not answer, across a migration, and over restarts of Belfry.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createDice } from '@belfry/lab/dice';
import { expect, test } from 'vitest';
import { beginJournal } from './testing/watched-journal.ts';

const EDITS = 200;
const CANARY = 'CANARY-9b1e';

const textOf = (resource: string, field: string, before: unknown, after: unknown, by: string | null) =>
  `${resource} ${field}: ${before} → ${after} by ${by ?? '?'}`;

test.each([
  ['a cluster', { nodes: 2, guests: 10 }],
  ['a single host', { nodes: 1, guests: 6 }],
])(
  `${EDITS} random edits of %s are each in the journal once, right before and after, with who made it where a task says so`,
  async (_what, options) => {
    const { lab, name, run, restart, entries, clock, defects } = await beginJournal(options);
    const { roll, pick } = createDice(EDITS + options.nodes);
    const nodes = lab.clusters[0]?.nodes.map((node) => node.name) ?? [];
    const vmids = lab
      .guests(name)
      .filter(
        ({ kind, template, ha, onboot }) => kind === 'qemu' && !template && ha === undefined && onboot !== undefined,
      )
      .map(({ vmid }) => vmid);
    const values = new Map<string, string>();
    const expected: string[] = [];
    let nth = 0;
    const until = options.guests + 2;
    await run(3);
    // What the guests have now.
    for (const vmid of vmids)
      for (const [field, value] of Object.entries({ cores: 3, memory: 1024 })) {
        lab.editGuest(name, vmid, { [field]: value });
        values.set(`${vmid} ${field}`, String(value));
      }
    await restart();
    await run(until);
    const first = (await entries()).length;

    const textsSince = async (nth: number): Promise<string[]> =>
      (await entries()).slice(nth).flatMap(({ resource, by, changes }) =>
        changes.flatMap(({ field, before, after }) =>
          // A migration to another pool moves the disk.
          field.startsWith('scsi') ? [] : [textOf(resource, field, before, after, by)],
        ),
      );

    function edit(vmid: number, field: 'cores' | 'memory', by: string | null, value = String(2000 + ++nth)): void {
      const key = `${vmid} ${field}`;
      // A number or the same number as text.
      lab.editGuest(name, vmid, { [field]: roll() < 0.5 ? value : Number(value) }, by ?? undefined);
      expected.push(textOf(`lab-${vmid}`, field, values.get(key), value, by));
      values.set(key, value);
    }

    while (expected.length < EDITS) {
      const vmid = pick(vmids);
      const by = roll() < 0.6 ? pick(['root@pam', 'eve@pve', 'ops@pve!ci']) : null;
      const kind = roll();
      if (kind < 0.15) {
        edit(vmid, 'memory', by);
        edit(vmid, 'cores', by);
      } else if (kind < 0.3) {
        const before = values.get(`${vmid} memory`) ?? '';
        edit(vmid, 'memory', by);
        await run(by === null ? until : 1);
        edit(vmid, 'memory', by, before);
      } else if (kind < 0.4) {
        for (const node of nodes) await lab.fault(node, { status: 500 });
        await run();
        edit(vmid, 'memory', by);
        await run(2);
        for (const node of nodes) await lab.heal(node);
      } else if (kind < 0.5 && nodes.length > 1) {
        const to = nodes.find((node) => node !== lab.truth(name, vmid).node) ?? '';
        edit(vmid, 'cores', by);
        await run(by === null ? until : 1);
        lab.migrateGuest(name, vmid, to);
      } else if (kind < 0.6) {
        edit(vmid, 'memory', by);
        await restart();
        // A restarted Belfry reads all guests again.
        await run();
      } else edit(vmid, roll() < 0.5 ? 'memory' : 'cores', by);
      // By a task it is there with the next poll, in half a minute; without one once all guests were read again.
      await run(by === null ? until : 1);
      expect((await textsSince(first)).length).toBe(expected.length);
      if (roll() < 0.05) await clock.advance(3_600_000);
    }
    await run(until);

    expect((await textsSince(first)).sort()).toEqual(expected.sort());
    expect(defects).toEqual([]);
  },
);

test('no secret of a configuration is in any file of the journal', async () => {
  const { lab, name, run, dataDir, entries, close } = await beginJournal({ nodes: 1, guests: 6 });
  const vmid = lab.guests(name).find(({ template }) => !template)?.vmid ?? 0;
  await run(8);
  const secrets = { cipassword: CANARY, sshkeys: CANARY, env: `A=${CANARY}`, args: `--password ${CANARY}` };
  lab.editGuest(name, vmid, { ...secrets, description: `token: ${CANARY}` }, 'root@pam');
  await run(2);
  lab.editGuest(name, vmid, { cipassword: `${CANARY}2`, cores: 9 }, 'root@pam');
  await run(2);
  const all = await entries();
  expect(all.flatMap(({ changes }) => changes.map(({ field }) => field))).toEqual(
    expect.arrayContaining(['cipassword', 'sshkeys', 'env', 'args', 'description', 'cores']),
  );
  expect(JSON.stringify(all)).not.toContain('CANARY');
  await close();
  for (const file of readdirSync(dataDir, { recursive: true, withFileTypes: true }))
    if (file.isFile()) expect(readFileSync(path.join(file.parentPath, file.name)).includes('CANARY')).toBe(false);
});
