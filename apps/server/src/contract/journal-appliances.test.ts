// The journal over a backup server and a mail gateway in which configurations are edited at random: two at once, undone, while the host does
// not answer, over restarts of Belfry, and while an account may see less for a time.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createDice } from '@belfry/lab/dice';
import { startBackupServer } from '@belfry/lab/pbs/server';
import { startMailGateway } from '@belfry/lab/pmg/gateway';
import { configSchema } from '@belfry/schema/config/node';
import { expect, onTestFinished, test } from 'vitest';
import { journalClock, openJournal } from './testing/watched-journal.ts';

const EDITS = 150;
const CANARY = 'CANARY-5b71';

/** What is edited: a field of a row, and how the journal calls both. */
type Target = readonly [call: string, row: string, field: string, resource: string, shown?: string];

async function backupServer() {
  const clock = journalClock();
  const lab = await startBackupServer({ snapshots: 60, seed: 4, authDelayMs: 0, calm: true, clock: clock.now });
  onTestFinished(() => lab.stop());
  const config = { ...configSchema('pbs').parse(lab.config()), id: 'bs' };
  const node = '/nodes/localhost';
  const targets: Target[] = [
    ['/config/datastore', 'main', 'comment', 'bs/main'],
    ['/config/datastore', 'empty', 'gc-schedule', 'bs/empty'],
    ['/config/prune', 'p-daily', 'keep-last', 'bs'],
    ['/config/verify', 'v-daily', 'outdated-after', 'bs'],
    ['/config/sync', 's-offsite', 'rate-in', 'bs'],
    ['/config/remote', 'offsite', 'comment', 'bs'],
    ['/access/users', 'eve@pbs', 'email', 'bs/user/eve@pbs'],
    [`${node}/dns`, '', 'dns2', 'bs', 'dns.dns2'],
    [`${node}/network`, 'eno1', 'gateway', 'bs', 'eno1.gateway'],
    [`${node}/config`, '', 'description', 'bs', 'node.description'],
    ['/config/notifications/matchers', 'default-matcher', 'mode', 'bs'],
  ];
  return {
    ...openJournal(config, clock),
    ...{ targets, fresh: ['/config/prune', 'store'] as const, resourceOf: () => 'bs' },
    polls: ['usage', 'settings'],
    edit: lab.editSettings,
    cut: () => lab.fault({ status: 500 }),
    heal: () => lab.heal(),
    lab,
  };
}

async function mailGateway() {
  const clock = journalClock();
  const lab = await startMailGateway({ nodes: 2, seed: 4, authDelayMs: 0, calm: true, clock: clock.now });
  onTestFinished(() => lab.stop());
  const config = { ...configSchema('pmg').parse(lab.config()), id: 'mg' };
  const targets: Target[] = [
    ['/config/mail', '', 'relay', 'mg', 'mail.relay'],
    ['/config/admin', '', 'email', 'mg', 'admin.email'],
    ['/config/spamquar', '', 'lifetime', 'mg', 'spamquar.lifetime'],
    ['/config/domains', 'example.net', 'comment', 'mg'],
    ['/config/transport', 'example.org', 'host', 'mg'],
    ['/config/ruledb/rules', '100', 'priority', 'mg'],
    ['/config/ruledb/rules', '101', 'active', 'mg'],
    ['/access/users', 'belfry@pmg', 'email', 'mg'],
    ['/nodes/mail-1/dns', '', 'dns2', 'mg', 'dns.dns2'],
    ['/nodes/mail-2/network', 'eno1', 'gateway', 'mg', 'eno1.gateway'],
  ];
  return {
    ...openJournal(config, clock),
    ...{ targets, fresh: ['/config/domains', 'comment'] as const, resourceOf: () => 'mg' },
    polls: ['status', 'settings'],
    edit: lab.editSettings,
    cut: () => lab.fault('mail-1', { status: 500 }),
    heal: () => lab.heal('mail-1'),
    lab,
  };
}

/** A little more than an hour, in fewer runs than the product makes. */
const HOUR = 25;
const STEP_MS = 150_000;

const lineOf = (resource: string, name: string, event: string, changes: string, by: string | null = null) =>
  `${resource} (${name}) ${event} ${changes} by ${by ?? '?'}`;

test.each([
  ['a backup server', backupServer],
  ['a mail gateway', mailGateway],
])(`${EDITS} random edits of %s are each in the journal once, right before and after`, async (_what, begin) => {
  const started = await begin();
  const { run, restart, entries, targets, fresh, edit, polls, defects } = started;
  const { roll, pick } = createDice(EDITS);
  const hour = () => run(HOUR, polls, STEP_MS);
  const values = new Map<Target, string>();
  const names = new Map<string, string>([
    ['100', 'Blocklist'],
    ['101', 'Welcomelist'],
  ]);
  const set = (target: Target, value: string) => {
    const [call, row, field] = target;
    edit(call, row, { [field]: value });
    values.set(target, value);
  };
  for (const target of targets) set(target, 'first');
  await hour();
  const first = (await entries()).length;
  expect(first).toBe(0);

  const expected: string[] = [];
  let nth = 0;
  const nameOf = ([call, row]: Target) =>
    row === '' || call.includes('/network')
      ? (/^\/nodes\/(mail-\d)/.exec(call)?.[1] ?? (call.startsWith('/nodes') ? 'pbs-main' : 'mail'))
      : (names.get(row) ?? row);
  while (expected.length < EDITS) {
    const open = new Set(targets);
    const isOut = roll() < 0.25;
    if (isOut) {
      await started.cut();
      await run(2, polls);
    }
    for (let n = 0; n < 6; n++) {
      const target = pick([...open]);
      open.delete(target);
      const [, , field, resource, shown = field] = target;
      const before = values.get(target) ?? '';
      if (roll() < 0.15) {
        // Undone within the hour: nothing was changed.
        set(target, 'other');
        set(target, before);
        continue;
      }
      set(target, `v${++nth}`);
      expected.push(lineOf(resource, nameOf(target), 'changed', `${shown}: ${before} → v${nth}`));
    }
    if (roll() < 0.5) {
      const [call, field] = fresh;
      const row = `new-${++nth}`;
      edit(call, row, { [field]: 'main' });
      expected.push(lineOf(started.resourceOf(), row, 'created', `${field}: null → main`));
      await started.heal();
      await hour();
      edit(call, row, null);
      expected.push(lineOf(started.resourceOf(), row, 'removed', ''));
    }
    if (isOut) await started.heal();
    if (roll() < 0.2) await restart();
    await hour();
  }
  await hour();
  const found = (await entries()).map(({ resource, name, event, changes, by }) =>
    lineOf(resource, name, event, changes.map((c) => `${c.field}: ${c.before} → ${c.after}`).join(', '), by),
  );
  expect(found.sort()).toEqual(expected.sort());
  expect(defects).toEqual([]);
});

test('a datastore that is made or removed is in the journal within a minute, with who did it', async () => {
  const { run, entries, lab, polls } = await backupServer();
  await run(HOUR, polls, STEP_MS);
  const store = { name: 'fast', total: 1e12, deduplication: 1, namespaces: new Map([['', []]]) };
  lab.world.stores.push(store);
  lab.editSettings('/config/datastore', 'fast', {}, { type: 'create-datastore', user: 'eve@pbs' });
  await run(1, polls);
  const made = { resource: 'bs/fast', name: 'fast', event: 'created', by: 'eve@pbs', source: 'task' };
  expect(await entries()).toMatchObject([made]);
  await run(4, polls);
  lab.world.stores.splice(lab.world.stores.indexOf(store), 1);
  lab.editSettings('/config/datastore', 'fast', null, { type: 'delete-datastore', user: 'root@pam' });
  await run(2, polls);
  expect((await entries()).at(-1)).toMatchObject({ ...made, event: 'removed', by: 'root@pam' });
});

test('while an account of a backup server may see less, nothing seems to be removed, and it is said which privilege is missing', async () => {
  const { run, entries, lab, polls, edit } = await backupServer();
  await run(HOUR, polls, STEP_MS);
  for (const privilege of ['Datastore.Audit', 'Remote.Audit']) lab.world.lacks.add(privilege);
  const gaps = await run(HOUR, ['settings'], STEP_MS);
  expect(gaps).toMatchObject([{ part: 'configurations', kind: 'forbidden' }]);
  expect(gaps[0]?.needs).toBe('Datastore.Audit on /datastore, Remote.Audit on /remote');
  edit('/config/prune', 'p-daily', null);
  await run(HOUR, polls, STEP_MS);
  expect(await entries()).toEqual([]);
  lab.world.lacks.clear();
  // Nobody has tapes here, so the privilege to see them is not asked for.
  expect(await run(HOUR, polls, STEP_MS)).toEqual([]);
  expect(await entries()).toMatchObject([{ resource: 'bs', name: 'p-daily', event: 'removed' }]);
});

test('an account of a mail gateway that becomes a quarantine manager sees no users removed, and is told the role that it needs', async () => {
  const { run, entries, lab, polls } = await mailGateway();
  await run(HOUR, polls, STEP_MS);
  lab.world.role = 'qmanager';
  const gaps = await run(HOUR, polls, STEP_MS);
  expect(gaps).toMatchObject([{ part: 'configurations', kind: 'forbidden', needs: 'the role Auditor' }]);
  expect((await entries()).filter(({ event }) => event !== 'changed')).toEqual([]);
  lab.world.role = 'audit';
  await run(HOUR, polls, STEP_MS);
  expect((await entries()).filter(({ event }) => event !== 'changed')).toEqual([]);
});

test('no secret of a backup server or a mail gateway is in any file of the journal', async () => {
  for (const begin of [backupServer, mailGateway]) {
    const { run, entries, polls, targets, edit, dataDir, close } = await begin();
    await run(HOUR, polls, STEP_MS);
    const secrets = { password: CANARY, token: CANARY, keys: CANARY, secret: CANARY, bindpw: CANARY, pass: CANARY };
    for (const [call, row] of targets)
      edit(call, row, { ...secrets, 'encryption-key': CANARY, crypt_pass: CANARY, comment: `password: ${CANARY}` });
    await run(HOUR, polls, STEP_MS);
    const all = await entries();
    expect(all.length).toBeGreaterThan(2);
    expect(JSON.stringify(all)).not.toContain('CANARY');
    await close();
    for (const file of readdirSync(dataDir, { recursive: true, withFileTypes: true }))
      if (file.isFile()) expect(readFileSync(path.join(file.parentPath, file.name)).includes('CANARY')).toBe(false);
  }
});
