// For any wrong value in an answer nothing throws, and only the entity with that value is affected.

import { ok } from '@belfry/domain/result';
import type { Slices } from '@belfry/schema/messages/observation';
import { lists } from '@belfry/schema/state';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { damaged, type Place, placesOf, valueAt, withoutPlace } from './testing/damage.ts';
import { endpointOf } from './testing/endpoint.ts';
import { isCalled, isPartOf, namesIn, type Thing } from './testing/names.ts';
import { ownAnswersOf } from './testing/own-answers.ts';
import { fieldAt, watched } from './testing/reads.ts';
import { allRecordingsOf, noRecordings } from './testing/recordings.ts';
import { simulated } from './testing/simulated.ts';
import { type Ask, type Round, standIn } from './testing/stand-in.ts';
import { type TestedType, testedTypes } from './testing/tested-kinds.ts';

const SEED = 20_261_121;
/** The night has two hundred: the same, and those that follow. */
const RUNS = Number(process.env.BELFRY_DAMAGES ?? 60);
const TIMEOUT_MS = 120_000;
const NOW = Date.UTC(2026, 10, 21);
/** After this time every call is due again: backups are listed again, and guest agents get every question. */
const LATER = NOW + 7 * 3_600_000;
const IN_TEN_YEARS_S = NOW / 1000 + 10 * 365 * 86_400;

/** Wrong values that a host might send. */
const nonsense = [null, '', '17', 'NaN', -1, 1e30, 40, IN_TEN_YEARS_S, 'x'.repeat(100_000), true, [], {}, [null]];
const missing = Symbol('no such field');

/** Two rounds. In the second, `spoilt` answers for the host. `before`: the lists after the first round. */
async function watch(product: TestedType, host: Ask, spoilt: Ask = host): Promise<Round & { before: Slices }> {
  const source = standIn(product, (path, now) => (now < LATER ? host(path, now) : spoilt(path, now)), NOW);
  const { slices: before } = await source.round();
  await source.clock.advance(LATER - NOW);
  const after = await source.round();
  return { ...after, before, slices: { ...before, ...after.slices } };
}

/** A host, and its lists when all answers are good. */
interface World {
  product: TestedType;
  name: string;
  host: Ask;
  whole: Slices;
}
/** One value that is read of one answer of a host: where it stands, or [] for the answer as a whole. */
interface Spot {
  world: World;
  path: string;
  data: unknown;
  at: Place;
}

async function spotsOf(
  product: TestedType,
  name: string,
  host: Ask,
  concerns: (path: string) => boolean,
): Promise<Spot[]> {
  const answers = new Map<string, { data: unknown; read: Set<string> }>();
  const note: Ask = (path, now) => {
    const answer = host(path, now);
    if (!answer.ok || !concerns(path)) return answer;
    const { read } = answers.get(path) ?? { read: new Set<string>() };
    answers.set(path, { data: answer.value, read });
    return ok(watched(answer.value, read));
  };
  const { slices } = await watch(product, host, note);
  const world = { product, name, host, whole: slices };
  return [...answers].flatMap(([path, { data, read }]) => {
    const isRead = (at: Place) => read.has(fieldAt(at)) || [...read].some((field) => field.startsWith(fieldAt(at)));
    return [[], ...placesOf(data).filter(isRead)].map((at) => ({ world, path, data, at }));
  });
}

/** One run damages one value: first a field is drawn, then one of its places, so that long lists weigh no more. */
async function expectDamageStaysSmall(
  spots: readonly Spot[],
  values: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(...nonsense, missing, missing),
): Promise<void> {
  const fields = [...Map.groupBy(spots, ({ path, at }) => `${endpointOf(path)} ${fieldAt(at)}`).values()];
  const anyDamage = fc.record({
    field: fc.nat(fields.length - 1),
    nth: fc.nat(),
    value: values,
  });
  await fc.assert(
    fc.asyncProperty(anyDamage, async ({ field, nth, value }) => {
      const spots = fields[field] ?? [];
      const { world, path, data, at } = spots[nth % spots.length] as Spot;
      const { product, name, host, whole } = world;
      const isEmptyList = at.length === 0 && Array.isArray(value) && value.length === 0;
      const spoilt = value === missing ? withoutPlace(data, at) : damaged(data, at, value);
      const says = value === missing ? 'is missing' : `is ${JSON.stringify(value)?.slice(0, 30)}`;
      const what = `${name}: ${path}: ${fieldAt(at)} (${at.join('.')}) ${says}`;
      const after = await watch(product, host, (asked, now) => (asked === path ? ok(spoilt) : host(asked, now)));
      const row = Array.isArray(data) && typeof at[0] === 'number' ? (data[at[0]] as unknown) : undefined;
      const lost = isEmptyList
        ? []
        : lostBetween(whole, after).filter(([, it]) => !isPartOf(row, it) && !isCalled(it, valueAt(data, at)));
      expect([what, lost.map(([name]) => name), problemsOf(after.slices)]).toEqual([what, [], []]);
    }),
    { numRuns: RUNS, seed: SEED },
  );
}

/** What was known, would still be, and is not. */
function lostBetween(whole: Slices, { before, slices }: { before: Slices; slices: Slices }): [string, Thing][] {
  const [known, now] = [namesIn(before), namesIn(slices)];
  return [...namesIn(whole)].flatMap(([list, things]) =>
    [...things]
      .filter(([name]) => known.get(list)?.has(name) && !now.get(list)?.has(name))
      .map(([name, thing]): [string, Thing] => [`${list} ${name}`, thing]),
  );
}

const State = z.object(lists).partial();
/** Percentages, such as all figures of `pressure`. The load of a PBS and of a PMG is one of them; the load of the others is a fraction. */
const isPercent = (key: string, list: string) =>
  /^(usage|usagePercent|percentUsed|wearout|pressure)$/.test(key) ||
  (/^(pbs|pmg)$/.test(list) && /^(cpu|memory)$/.test(key));
const maySayUnknown = (key: string) => key === 'usage' || key === 'wearout';

/** What no state may hold, whatever a host says: wrong shapes, absurd loads, negative sizes, texts without end. */
function problemsOf(slices: Slices): string[] {
  const found = State.safeParse(slices).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  const look = (value: unknown, key: string, list: string): void => {
    if (typeof value === 'number') {
      const most = isPercent(key, list) ? 100 : key === 'cpu' ? 1.5 : 1e18;
      if (!(value >= 0 && value <= most) && !(value === -1 && maySayUnknown(key)))
        found.push(`${list} ${key}: ${value}`);
    } else if (typeof value === 'string' && value.length > 5000) found.push(`${list} ${key}: ${value.length} letters`);
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value))
        look(inner, Array.isArray(value) || key === 'pressure' ? key : name, list);
  };
  for (const [list, entities] of Object.entries(slices)) look(entities, '', list);
  return found;
}

test.each(testedTypes)(
  'one wrong value in any answer of a simulated %s affects only the entity it describes',
  async (product) => {
    await expectDamageStaysSmall(await spotsOf(product, `simulated ${product}`, simulated(product, NOW), () => true));
  },
  TIMEOUT_MS,
);

/** Numbers that may stand in the place of a time, and are often no date. */
const anyNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.maxSafeInteger(),
  fc.constantFrom(8.64e12, 8.64e12 + 1, 8.64e15, -8.64e12, 253_402_300_800, 1e18, -2, 0.5, 2 ** 53),
);
const isTime = ({ data, at }: Spot): boolean =>
  /time|date|sync|start|end|not(?:after|before)|expir|\blast|\bnext/i.test(
    String(at.findLast((key) => typeof key === 'string')),
  ) && /^\d{10}$/.test(String(valueAt(data, at)));

test.each(testedTypes)(
  'any finite number as any time in an answer of a simulated %s loses at most the entity it describes',
  async (product) => {
    const spots = await spotsOf(product, `simulated ${product}`, simulated(product, NOW), () => true);
    const times = spots.filter(isTime);
    expect(times.length).toBeGreaterThan(0);
    await expectDamageStaysSmall(times, anyNumber);
  },
  TIMEOUT_MS,
);

test('one guest whose creation is no date keeps its place, and all others keep their configurations', async () => {
  const host = simulated('pve', NOW);
  const [whole] = await Promise.all([standIn('pve', host, NOW).round()]);
  const ids = whole.slices.guestConfigs?.map(({ id }) => id) ?? [];
  expect(ids.length).toBeGreaterThan(3);
  for (const ctime of ['1e300', '99999999999999999', '-5', 'NaN', '253402300800']) {
    let spoilt = '';
    const after = await standIn(
      'pve',
      (path, now) => {
        const answer = host(path, now);
        if (!/\/(?:qemu|lxc)\/\d+\/config$/.test(path) || !answer.ok) return answer;
        spoilt ||= path;
        return path === spoilt ? ok({ ...Object(answer.value), meta: `creation-qemu=9.0.2,ctime=${ctime}` }) : answer;
      },
      NOW,
    ).round();
    expect(after.slices.guestConfigs?.map(({ id }) => id)).toEqual(ids);
    expect(
      after.slices.guestConfigs?.filter(({ createdAt }) => Number.isNaN(Date.parse(createdAt ?? '2026-01-01'))),
    ).toEqual([]);
  }
});

test.for(testedTypes)(
  'one wrong value in any recorded answer of %s, or in any of our own, affects only the entity it describes',
  { timeout: TIMEOUT_MS },
  async (product) => {
    const spots = await Promise.all(
      (noRecordings ? ownAnswersOf(product) : allRecordingsOf(product))
        .filter((r) => r.method === 'GET' && r.httpStatus === 200)
        .map(({ file, endpoint, body }) => {
          const concerns = (path: string) => endpointOf(path) === endpointOf(endpoint);
          const lab = simulated(product, NOW);
          return spotsOf(product, file, (path, now) => (concerns(path) ? ok(body.data) : lab(path, now)), concerns);
        }),
    );
    await expectDamageStaysSmall(spots.flat());
  },
);

test('impossible values are left out and counted: a load of forty, negative bytes, text for a number', async () => {
  const host = simulated('pve', NOW);
  const isList = (path: string) => path === '/cluster/resources';
  const change = { cpu: 40, mem: -1, maxdisk: 1e30, uptime: 'NaN', netin: {} };
  const spoilt: Ask = (path, now) => {
    const answer = host(path, now);
    if (!answer.ok || !isList(path) || !Array.isArray(answer.value)) return answer;
    const nth = answer.value.findIndex((row) => row.type === 'qemu' && row.status === 'running');
    return ok(answer.value.map((row, i) => (i === nth ? { ...row, ...change } : row)));
  };
  const [whole, after] = await Promise.all([standIn('pve', host, NOW).round(), standIn('pve', spoilt, NOW).round()]);
  expect(whole.dropped).toBe(0);
  // five values in each of the five turns of a round
  expect(after.dropped).toBe(25);
  expect(after.slices.vms?.filter((vm) => vm.cpu === 1)).toHaveLength(1);
});
