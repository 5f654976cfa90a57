// The journal of all kinds of configurations beside those of guests, over a lab in which they are edited at random: two at once, undone, while
// the host does not answer, with guests that migrate, over restarts of Belfry, and while privileges come and go.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createDice } from '@belfry/lab/dice';
import { expect, test } from 'vitest';
import { beginJournal } from './testing/watched-journal.ts';

const EDITS = 200;
const CANARY = 'CANARY-7d20';
const POLLS = ['resources', 'guest-configs', 'settings'];
/** A little more than an hour, in fewer runs than the product makes. */
const HOUR = [25, POLLS, 150_000] as const;

type Started = Awaited<ReturnType<typeof beginJournal>>;

/** What is edited, and how the journal calls it. `other`: a second field. */
interface Target {
  call: string;
  row: string;
  field: string;
  shown: string;
  other: [field: string, shown: string];
  resource: string;
}

function targetsOf({ lab, name }: Started): Target[] {
  const [cluster] = lab.clusters;
  const nodes = cluster?.nodes.map((node) => node.name) ?? [];
  const vmids = lab.guests(name).slice(0, 4);
  const of = (call: string, row: string, resource: string, [field, other]: [string, string], prefix = ''): Target => ({
    ...{ call, row, resource, field, shown: `${prefix}${field}`, other: [other, `${prefix}${other}`] },
  });
  return [
    of('/storage', 'local', 'lab/storage/local', ['path', 'server']),
    of('/access/users', 'eve@pve', 'lab/user/eve@pve', ['email', 'lastname']),
    of('/access/roles', 'PVEAuditor', 'lab/role/PVEAuditor', ['privs', 'privs']),
    of('/access/domains', 'pam', 'lab/realm/pam', ['comment', 'tfa']),
    of('/pools', 'web', 'lab/pool/web', ['comment', 'comment']),
    of('/cluster/options', '', 'lab', ['email_from', 'console'], 'options.'),
    of('/cluster/firewall/options', '', 'lab', ['policy_out', 'policy_in'], 'firewall.'),
    of('/cluster/firewall/aliases', 'dns', 'lab/alias/dns', ['cidr', 'comment']),
    ...nodes.flatMap((node) => [
      of(`/nodes/${node}/dns`, '', `lab-${node}`, ['dns2', 'search'], 'dns.'),
      of(`/nodes/${node}/network`, 'vmbr0', `lab-${node}`, ['mtu', 'gateway'], 'vmbr0.'),
      of(`/nodes/${node}/config`, '', `lab-${node}`, ['description', 'wakeonlan'], 'node.'),
    ]),
    ...vmids.map(({ vmid, kind }) =>
      of(
        `/nodes/any/${kind}/${vmid}/firewall/options`,
        '',
        `lab-${vmid}`,
        ['log_level_in', 'log_level_out'],
        'firewall.',
      ),
    ),
  ];
}

const lineOf = (resource: string, event: string, changes: string, by: string | null) =>
  `${resource} ${event} ${changes} by ${by ?? '?'}`;

async function linesOf(started: Started, after: number): Promise<string[]> {
  return (await started.entries())
    .slice(after)
    .map(({ resource, event, changes, by }) =>
      lineOf(resource, event, changes.map((c) => `${c.field}: ${c.before} → ${c.after}`).join(', '), by),
    );
}

test.each([
  ['a cluster', { nodes: 2, guests: 6 }],
  ['a single host', { nodes: 1, guests: 4 }],
])(
  `${EDITS} random edits of other configurations of %s are each in the journal once, right before and after`,
  async (_what, options) => {
    const started = await beginJournal(options);
    const { lab, name, run, restart, entries, defects, clock } = started;
    const { roll, pick } = createDice(EDITS + options.nodes);
    const nodes = lab.clusters[0]?.nodes.map((node) => node.name) ?? [];
    const targets = targetsOf(started);
    await run(3);
    const values = new Map<string, string>();
    const key = ({ call, row }: Target, field: string) => `${call} ${row} ${field}`;
    const set = (target: Target, field: string, value: string) => {
      lab.editSettings(name, target.call, target.row, { [field]: value });
      values.set(key(target, field), value);
    };
    for (const target of targets) for (const field of [target.field, target.other[0]]) set(target, field, 'first');
    await restart();
    await run(...HOUR);
    const first = (await entries()).length;

    const expected: string[] = [];
    let nth = 0;
    const change = (target: Target, field: string, shown: string, value = `v${++nth}`): string => {
      const text = `${shown}: ${values.get(key(target, field))} → ${value}`;
      set(target, field, value);
      return text;
    };
    const expectChange = ({ resource }: Target, ...changes: string[]) =>
      expected.push(lineOf(resource, 'changed', changes.join(', '), null));

    while (expected.length < EDITS) {
      // Each is edited once in an hour.
      const open = new Set(targets);
      const take = (): Target => {
        const target = pick([...open]);
        open.delete(target);
        return target;
      };
      const kind = roll();
      const isOut = kind < 0.2;
      const isRestarted = kind > 0.85;
      if (isOut) {
        for (const node of nodes) await lab.fault(node, { status: 500 });
        await run(1, POLLS);
      }
      for (let n = 0; n < 9; n++) {
        const target = take();
        const [other, shown] = target.other;
        const own = change(target, target.field, target.shown);
        // Two within a second.
        if (other !== target.field && roll() < 0.3) expectChange(target, ...[own, change(target, other, shown)].sort());
        else expectChange(target, own);
      }
      if (roll() < 0.5) {
        const pool = `p${++nth}`;
        lab.editSettings(name, '/pools', pool, { comment: 'new' });
        expected.push(lineOf(`lab/pool/${pool}`, 'created', 'comment: null → new', null));
        if (isOut) {
          await run(2, POLLS);
          for (const node of nodes) await lab.heal(node);
        }
        await run(...HOUR);
        lab.editSettings(name, '/pools', pool, null);
        expected.push(lineOf(`lab/pool/${pool}`, 'removed', '', null));
      } else if (roll() < 0.4) {
        // By a task, which is read at once.
        const storage = `s${++nth}`;
        const task = { type: 'dircreate', id: storage, user: pick(['root@pam', 'eve@pve']) };
        if (isOut) for (const node of nodes) await lab.heal(node);
        lab.editSettings(name, '/storage', storage, { type: 'dir' }, task);
        expected.push(lineOf(`lab/storage/${storage}`, 'created', 'type: null → dir', task.user));
        await run(2, POLLS);
        expect((await linesOf(started, first)).some((line) => line.includes(storage))).toBe(true);
      }
      if (isOut) for (const node of nodes) await lab.heal(node);
      const moved = lab.guests(name)[0];
      if (nodes.length > 1 && moved && roll() < 0.3)
        lab.migrateGuest(name, moved.vmid, nodes.find((node) => node !== moved.node) ?? '');
      if (isRestarted) await restart();
      await run(...HOUR);
      if (roll() < 0.1) await clock.advance(3_600_000);
    }
    await run(...HOUR);
    const found = (await linesOf(started, first)).filter((line) => !/ scsi\d|rootfs/.test(line));
    expect(found.sort()).toEqual(expected.sort());
    expect(defects).toEqual([]);
  },
);

test('while a privilege is missing nothing seems to be removed, and when it is back everything is compared again', async () => {
  const started = await beginJournal({ nodes: 1, guests: 3 });
  const { lab, name, run, entries, token } = started;
  await run(3);
  await run(...HOUR);
  const first = (await entries()).length;
  const gone = ['Datastore.Audit', 'Datastore.AllocateSpace', 'Pool.Audit', 'Sys.Audit', 'SDN.Audit'];
  for (const privilege of gone) token.lacks.add(privilege);
  await run(...HOUR);
  lab.editSettings(name, '/pools', 'empty', null);
  lab.editSettings(name, '/access/users', 'eve@pve', { email: 'eve@example.net' });
  await run(...HOUR);
  expect(await linesOf(started, first)).toEqual([]);
  token.lacks.clear();
  await run(...HOUR);
  expect((await linesOf(started, first)).sort()).toEqual([
    lineOf('lab/pool/empty', 'removed', '', null),
    lineOf('lab/user/eve@pve', 'changed', 'email: null → eve@example.net', null),
  ]);
});

test('no secret of any kind is in any file of the journal', async () => {
  const { lab, name, run, dataDir, entries, close } = await beginJournal({ nodes: 1, guests: 3 });
  await run(3);
  await run(...HOUR);
  const node = lab.clusters[0]?.nodes[0]?.name ?? '';
  const secrets = { password: CANARY, token: CANARY, keys: CANARY, secret: CANARY, 'private-key': CANARY };
  const edit = (call: string, row: string, fields: Record<string, unknown> = {}) =>
    lab.editSettings(name, call, row, { ...secrets, comment: `password: ${CANARY}`, ...fields });
  edit('/access/users', 'eve@pve', { tokens: [{ tokenid: 'mon', value: CANARY, comment: `token=${CANARY}` }] });
  edit('/storage', 'local', { 'encryption-key': CANARY, options: `password=${CANARY}` });
  edit('/cluster/options', '', { http_proxy: `http://me:${CANARY}@proxy`, description: `secret: ${CANARY}` });
  edit('/cluster/metrics/server', 'influx', { type: 'influxdb', server: 'x' });
  edit(`/nodes/${node}/config`, '', { description: `api_key=${CANARY}` });
  edit(`/nodes/${node}/firewall/rules`, '0');
  await run(...HOUR);
  const all = await entries();
  expect(all.map(({ resource }) => resource)).toEqual(
    expect.arrayContaining(['lab/user/eve@pve', 'lab/storage/local', 'lab', `lab-${node}`]),
  );
  expect(JSON.stringify(all)).not.toContain('CANARY');
  await close();
  for (const file of readdirSync(dataDir, { recursive: true, withFileTypes: true }))
    if (file.isFile()) expect(readFileSync(path.join(file.parentPath, file.name)).includes('CANARY')).toBe(false);
});
