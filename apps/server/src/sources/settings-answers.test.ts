// What real hosts answered goes through the tables of kinds without a false change: in another order, with numbers as text, with other computed
// fields, and with fields that nobody knows.
import { changesBetween } from '@belfry/domain/journal/changes';
import { expect, test } from 'vitest';
import { pbsSettingsKinds } from './pbs/settings-kinds.ts';
import { pmgSettingsKinds } from './pmg/settings-kinds.ts';
import { readingsOf } from './proxmox-api/settings-answer.ts';
import type { SettingsKind } from './proxmox-api/settings-kind.ts';
import { pveSettingsKinds } from './pve/settings-kinds.ts';
import { noRecordings, realAnswersTo, recordingsOf } from './testing/recordings.ts';
import { simulated } from './testing/simulated.ts';
import type { TestedType } from './testing/tested-kinds.ts';

const CANARY = 'CANARY-3f5e';
const secrets = { password: CANARY, token: CANARY, keys: CANARY, secret: CANARY, value: CANARY, 'x-api-key': CANARY };

const answering = ({ path }: SettingsKind): RegExp =>
  new RegExp(`^${(path.split('?')[0] ?? '').replaceAll(/\{\w+\}/g, '[^/]+')}(?:[?].*)?$`);

function read(kind: SettingsKind, data: unknown) {
  const asked = {
    kind,
    instance: 'dc',
    resource: 'dc/x',
    about: undefined,
    name: 'x',
    tasksOf: () => [],
    removed: () => [],
  };
  const found = readingsOf(data, asked, true);
  if (!found) throw new Error(`${kind.what}: not read`);
  return found;
}

/** The same answer as another host or another hour would give it. */
const otherwise = (data: unknown, kind: SettingsKind): unknown => {
  if (Array.isArray(data)) {
    const rows = kind.form === 'lines' ? data : data.toReversed();
    return rows.map((row) => otherwise(row, kind));
  }
  if (typeof data !== 'object' || data === null) return typeof data === 'number' ? String(data) : data;
  const inside = kind.inside !== undefined && kind.inside in data;
  const computed = inside ? {} : { digest: 'other', 'next-run': 5, uptime: 7, unknown_field: 'x', ...secrets };
  const fields = Object.entries(data)
    .toReversed()
    .map(([name, value]) => [name, otherwise(value, kind)]);
  return { ...computed, ...Object.fromEntries(fields) };
};

/** Nobody has recorded the configuration of a job, but their lists with the last runs, which have the same fields and more. */
const withRuns = (kind: SettingsKind): SettingsKind => ({
  ...kind,
  path: kind.path.replace(/^.config.(prune|verify|sync|datastore)\b/, '/admin/$1'),
  ...(kind.what === 'datastore' && { key: ['store'] }),
});

const TODAY = Date.UTC(2026, 10, 21);

/** Nobody has recorded most configurations of backup servers and mail gateways, so those of the lab go through it too. */
function labAnswers(product: TestedType, { path }: SettingsKind) {
  if (product === 'pve' || path.includes('{id}')) return [];
  const answer = simulated(product, TODAY)(path.replace('{node}', 'mail-2'), TODAY);
  return answer.ok ? [{ file: `lab ${path}`, data: answer.value }] : [];
}

const answersOf = (product: TestedType, kind: SettingsKind) => [
  ...labAnswers(product, kind),
  ...realAnswersTo(answering(kind)).filter(({ file }) => product === (file.startsWith('real/pmg-') ? 'pmg' : 'pve')),
  ...recordingsOf(product, answering(kind)).map(({ file, body }) => ({ file, data: body.data })),
];

test.for([
  ['pve', pveSettingsKinds, 25],
  ['pbs', pbsSettingsKinds, 20],
  ['pbs', pbsSettingsKinds.map(withRuns), 20],
  ['pmg', pmgSettingsKinds, 20],
] as const)(
  'what real hosts of %s answered has no change against the same in another form, and no secret',
  ([product, kinds, least], ctx) => {
    if (noRecordings) return ctx.skip(noRecordings);
    let answers = 0;
    for (const kind of kinds)
      for (const { file, data } of answersOf(product, kind)) {
        const [a, b] = [read(kind, data), read(kind, otherwise(data, kind))];
        const before = new Map(a.settings.map((one) => [one.resource, one.settings ?? {}]));
        expect([file, b.settings.length]).toEqual([file, before.size]);
        for (const { resource, settings } of b.settings)
          expect([file, changesBetween(before.get(resource) ?? {}, settings ?? {})]).toEqual([file, []]);
        expect([file, JSON.stringify(b).includes('CANARY')]).toEqual([file, false]);
        answers++;
      }
    expect(answers).toBeGreaterThanOrEqual(least);
  },
);
