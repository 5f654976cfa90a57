// The journal of changes over a lab in which configurations are edited at random: with a task and without one, two at once, undone, while the
// host does not answer, across a migration, and over restarts of Belfry.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type LabOptions, nodeConfig, startLab } from '@belfry/lab/datacentre';
import { createDice } from '@belfry/lab/dice';
import { configSchema } from '@belfry/schema/config/node';
import type { JournalEntry } from '@belfry/schema/journal/entry';
import { expect, onTestFinished, test } from 'vitest';
import { openJournalFile } from '../db/journal-file.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import { createJournal } from '../journal/journal.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { createParts } from '../lib/parts.ts';
import { createSource } from '../sources/registry.ts';

const RUN_MS = 30_000;
const START = Date.UTC(2026, 0, 1, 20);
const EDITS = 200;
const CANARY = 'CANARY-9b1e';

async function begin(options: LabOptions) {
  const clock = fakeClock(START);
  const lab = await startLab({
    version: 9.2,
    seed: 7,
    authDelayMs: 0,
    plain: true,
    calm: true,
    ...options,
    clock: clock.now,
  });
  onTestFinished(() => lab.stop());
  const [instance] = lab.instances;
  if (!instance) throw new Error('the lab has no cluster');
  const token = lab.tokenWithout();
  const given = { ...nodeConfig(instance), tokenName: token.name, tokenValue: token.value };
  const config = { ...configSchema('pve').parse(given), id: 'lab' };
  const dataDir = tempDir();
  const log = createLogger('silent', () => {});
  const kept: { value: unknown } = { value: undefined };
  const defects: unknown[] = [];

  /** A Belfry: a source and its journal. */
  function open() {
    const guests = { recall: () => kept.value, keep: (value: unknown) => void Object.assign(kept, { value }) };
    const source = createSource(config, { clock, log, random: () => 0.5, guests });
    const file = openJournalFile({ dataDir, clock, log, setAside: { leaveOut: () => {} } });
    const parts = createParts({ onDefect: (error) => void defects.push(error), clock });
    return { source, journal: createJournal({ file, guardedTask: parts.guardedTask, clock }) };
  }
  let belfry = open();
  const close = async () => {
    await belfry.source.close();
    await belfry.journal.stop();
  };
  onTestFinished(close);

  async function poll(name: string): Promise<void> {
    const found = belfry.source.polls.find((one) => one.name === name);
    const outcome = await found?.run(new AbortController().signal);
    if (outcome) belfry.journal.learn({ instance: belfry.source.instance, at: clock.now(), outcome });
  }

  return {
    ...{ lab, clock, dataDir, defects, close, name: instance.name },
    /** Half a minute of polling. */
    async run(times = 1): Promise<void> {
      for (let n = 0; n < times; n++) {
        await clock.advance(RUN_MS);
        await poll('resources');
        await poll('guest-configs');
      }
    },
    async restart(): Promise<void> {
      await close();
      belfry = open();
    },
    async entries(): Promise<JournalEntry[]> {
      return (await belfry.journal.page({}, 10_000)).entries.toReversed();
    },
  };
}

const textOf = (resource: string, field: string, before: unknown, after: unknown, by: string | null) =>
  `${resource} ${field}: ${before} → ${after} by ${by ?? '?'}`;

test.each([
  ['a cluster', { nodes: 2, guests: 10 }],
  ['a single host', { nodes: 1, guests: 6 }],
])(
  `${EDITS} random edits of %s are each in the journal once, right before and after, with who made it where a task says so`,
  async (_what, options) => {
    const { lab, name, run, restart, entries, clock, defects } = await begin(options);
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
      await run(by === null ? until : 1);
      if (roll() < 0.05) await clock.advance(3_600_000);
    }
    await run(until);

    const found = (await entries()).slice(first).flatMap(({ resource, by, changes }) =>
      changes.flatMap(({ field, before, after }) =>
        // A migration to another pool moves the disk.
        field.startsWith('scsi') ? [] : [textOf(resource, field, before, after, by)],
      ),
    );
    expect(found.sort()).toEqual(expected.sort());
    expect(defects).toEqual([]);
  },
);

test('no secret of a configuration is in any file of the journal', async () => {
  const { lab, name, run, dataDir, entries, close } = await begin({ nodes: 1, guests: 6 });
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
