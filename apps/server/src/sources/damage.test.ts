// Whatever one value of an answer turns into, nothing throws, and what is broken costs itself and no more.
import { ok } from '@belfry/domain/result';
import { lists } from '@belfry/schema/state';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Slices } from './source.ts';
import { damaged, placesOf, withoutPlace } from './testing/damage.ts';
import { endpointOf } from './testing/endpoint.ts';
import { allRecordingsOf, noRecordings } from './testing/recordings.ts';
import { simulated } from './testing/simulated.ts';
import { type Ask, type Product, type Round, standIn } from './testing/stand-in.ts';

const SEED = 20_261_121;
const NOW = Date.UTC(2026, 10, 21);
/** By then every answer is due again: backups are listed anew, guest agents asked everything. */
const LATER = NOW + 7 * 3_600_000;
const YEARS_AHEAD_S = NOW / 1000 + 10 * 365 * 86_400;

/** What a host might say instead of what it means to. */
const nonsense = [
  null,
  '',
  '17',
  'NaN',
  -1,
  1e30,
  40,
  YEARS_AHEAD_S,
  'x'.repeat(100_000),
  true,
  [],
  {},
  [null],
] as const;
const remove = Symbol('no such field');

interface Row {
  [key: string]: unknown;
}
type Entity = { id: string } & Row;

/** Two rounds, the second with the answers that `ask` gives then; what the state would hold after each. */
async function watch(product: Product, host: Ask, spoil: Ask = host): Promise<Round & { before: Slices }> {
  const source = standIn(product, (path, now) => (now < LATER ? host(path, now) : spoil(path, now)), NOW);
  const before = await source.round();
  await source.clock.advance(LATER - NOW);
  const after = await source.round();
  return { ...after, before: before.slices, slices: { ...before.slices, ...after.slices } };
}

/** A host and what is known of it when nothing is wrong; `answers` of the second round by path. */
interface World {
  product: Product;
  name: string;
  host: Ask;
  answers: [string, unknown][];
  whole: Round;
}
async function world(
  product: Product,
  name: string,
  host: Ask,
  isOfInterest: (path: string) => boolean,
): Promise<World> {
  const answers = new Map<string, unknown>();
  const note: Ask = (path, now) => {
    const answer = host(path, now);
    if (answer.ok && isOfInterest(path) && placesOf(answer.value).length > 0) answers.set(path, answer.value);
    return answer;
  };
  const whole = await watch(product, host, note);
  return { product, name, host, answers: [...answers], whole };
}

const simulations = () =>
  Promise.all((['pve', 'pbs', 'pmg'] as const).map((p) => world(p, `lab ${p}`, simulated(p, NOW), () => true)));

const recorded = () =>
  Promise.all(
    (['pve', 'pbs', 'pmg'] as const).flatMap((product) =>
      allRecordingsOf(product)
        .filter((r) => r.method === 'GET' && r.httpStatus === 200)
        .map(({ file, endpoint, body }) => {
          const is = (path: string) => endpointOf(path) === endpointOf(endpoint);
          const lab = simulated(product, NOW);
          return world(product, file, (path, now) => (is(path) ? ok(body.data) : lab(path, now)), is);
        }),
    ),
  ).then((worlds) => worlds.filter(({ answers }) => answers.length > 0));

/** The lists of a state, those inside an instance too, by the names of what is in them. */
function namesIn(slices: Slices): Map<string, Map<string, Entity>> {
  const found = new Map<string, Map<string, Entity>>();
  const add = (list: string, items: readonly Row[]) =>
    found.set(
      list,
      new Map(
        items.map((item) => [
          String(item.id ?? item.name ?? item.score ?? item.domain ?? item.timestamp),
          item as Entity,
        ]),
      ),
    );
  for (const [list, entities = []] of Object.entries(slices) as [string, readonly Entity[]][]) {
    add(list, entities);
    if (list !== 'pbs' && list !== 'pmg') continue;
    for (const entity of entities)
      for (const [key, inner] of Object.entries(entity))
        if (Array.isArray(inner) && inner.every((item) => typeof item === 'object')) add(`${list}.${key}`, inner);
  }
  return found;
}

/** Whether a thing of the state is what a row of an answer speaks of, or belongs to it. */
function isOf(row: Row, entity: Entity): boolean {
  if (row.vmid !== undefined && row.volid === undefined) return Number(entity.vmid) === Number(row.vmid);
  if (row.storage !== undefined) return entity.storage === row.storage || entity.name === row.storage;
  const key =
    row.devpath ??
    row.volid ??
    row.upid ??
    row['backup-id'] ??
    row.id ??
    row.store ??
    row.name ??
    row.node ??
    row.level ??
    row.domain ??
    row.time;
  const names = [
    entity.id,
    entity.name,
    entity.score,
    entity.domain,
    entity.devPath,
    entity.vmid,
    entity.timestamp,
  ].map(String);
  return (
    names.some((name) => name === String(key) || name.endsWith(String(key))) ||
    (typeof row.time === 'number' && entity.timestamp === new Date(row.time * 1000).toISOString())
  );
}

const State = z.object(lists).partial();

function problemsOf(slices: Slices): string[] {
  const parsed = State.safeParse(slices);
  const found = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const walk = (value: unknown, key: string, at: string): void => {
    if (typeof value === 'number') {
      const most =
        key === 'cpu' && !at.startsWith('pbs')
          ? 1
          : /^(usage|memory|usagePercent|percentUsed|wearout)$/.test(key)
            ? 100
            : 1e18;
      const isUnknown = value === -1 && (key === 'usage' || key === 'wearout');
      if (!(value >= 0 && value <= most) && !isUnknown) found.push(`${at} = ${value}`);
    } else if (typeof value === 'string') {
      if (value.length > 5000) found.push(`${at} is ${value.length} long`);
    } else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) walk(inner, name, `${at}.${name}`);
  };
  for (const [list, entities = []] of Object.entries(slices))
    for (const e of entities as Entity[]) walk(e, '', `${list} ${e.id}`);
  return found;
}

const hunt = process.env.HUNT === '1';
async function law(worlds: World[], numRuns: number) {
  const spots = worlds.flatMap((world) =>
    world.answers.flatMap(([path, data]) => placesOf(data).map((at) => ({ world, path, data, at }))),
  );
  const byField = [
    ...Map.groupBy(
      spots,
      ({ path, at }) => `${endpointOf(path)} ${at.map((step) => (typeof step === 'number' ? '*' : step)).join('.')}`,
    ).values(),
  ];
  console.log(byField.length, spots.length);
  const anyDamage = fc.record({
    field: fc.nat(byField.length - 1),
    nth: fc.nat(),
    value: fc.constantFrom(...nonsense, remove, remove),
  });
  const bad = new Map<string, string>();
  await fc.assert(
    fc.asyncProperty(anyDamage, async ({ field, nth, value }) => {
      const same = byField[field] as typeof spots;
      const {
        world: { product, name, host, whole },
        path,
        data,
        at,
      } = same[nth % same.length] as (typeof spots)[number];
      const spoiled = value === remove ? withoutPlace(data, at) : damaged(data, at, value);
      const what = `${name}: ${path}: ${at.join('.')} ${value === remove ? 'is missing' : `is ${JSON.stringify(value)?.slice(0, 30)}`}`;
      const round = await watch(product, host, (asked, now) => (asked === path ? ok(spoiled) : host(asked, now)));
      const row = Array.isArray(data) && typeof at[0] === 'number' ? (data[at[0]] as Row) : undefined;
      const after = namesIn(round.slices);
      const lost: string[] = [];
      const first = namesIn(round.before);
      for (const [list, before] of namesIn(whole.slices))
        for (const [id, entity] of before)
          if (
            first.get(list)?.has(id) &&
            !after.get(list)?.has(id) &&
            !(row && typeof row === 'object' && row !== null && isOf(row, entity))
          )
            lost.push(`${list} ${id}`);
      const problems = problemsOf(round.slices);
      if (hunt) {
        if (lost.length)
          bad.set(
            `LOST ${endpointOf(path)} ${at.filter((x) => typeof x === 'string').join('.')}`,
            `${what} -> ${lost.slice(0, 3).join(', ')} (${lost.length})`,
          );
        if (problems.length)
          bad.set(
            `NONSENSE ${endpointOf(path)} ${at.filter((x) => typeof x === 'string').join('.')} ${JSON.stringify(value)?.slice(0, 10)}`,
            `${what} -> ${problems.slice(0, 2).join(', ')}`,
          );
        return;
      }
      expect([what, lost, problems]).toEqual([what, [], []]);
    }),
    { numRuns, seed: SEED },
  );
  if (hunt) for (const [k, v] of [...bad].sort()) console.log(`${k}\n    ${v}`);
}

describe('one wrong value anywhere in any answer', () => {
  test('of the simulated hosts costs no more than the thing it is about', async () => {
    await law(await simulations(), hunt ? 6000 : 500);
  }, 120_000);
  test('of the recorded hosts costs no more than the thing it is about', async (ctx) => {
    if (noRecordings) ctx.skip(noRecordings);
    await law(await recorded(), hunt ? 6000 : 500);
  }, 120_000);
});
