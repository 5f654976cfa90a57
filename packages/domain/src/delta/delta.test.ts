// The properties of the delta, tested with random states of every shape that the schema allows.
import { deflateRawSync } from 'node:zlib';
import { type ListName, lists, type State, singles } from '@belfry/schema/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { byId } from '../ids.ts';
import { diff } from './diff.ts';
import { patch } from './patch.ts';

type Shape = z.core.JSONSchema.BaseSchema;

/** A random value of a shape, from few texts and numbers, so that equal values and small changes are common. */
function anyOf(shape: Shape): fc.Arbitrary<unknown> {
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((option) => anyOf(option as Shape)));
  if (shape.type === 'array') return fc.array(anyOf(shape.items as Shape), { maxLength: 2 });
  if (shape.properties) {
    const fields = Object.entries(shape.properties).map(([name, field]) => [name, anyOf(field as Shape)]);
    return fc.record(Object.fromEntries(fields), { requiredKeys: [...(shape.required ?? [])] as never[] });
  }
  if (shape.type === 'object') return fc.dictionary(fc.constantFrom('a', 'b.c', 'd'), fc.oneof(text, number));
  if (shape.type === 'string') return text;
  if (shape.type === 'boolean') return fc.boolean();
  return shape.type === 'null' ? fc.constant(null) : number;
}
const text = fc.constantFrom('', 'a', 'running', '2026-01-01T00:00:00.000Z');
const number = fc.oneof(fc.nat(3), fc.maxSafeInteger(), fc.constantFrom(-1, 0.5, 0.1234));

const listOf = (shape: z.ZodType) =>
  fc
    .uniqueArray(
      fc
        .tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'a-10', 'a-2'), anyOf(z.toJSONSchema(shape).items as Shape))
        .map(([id, entity]) => ({ ...(entity as object), id })),
      { selector: (entity) => entity.id, maxLength: 5 },
    )
    .map((entities) => entities.sort(byId));

const mapValues = <T, R>(object: Record<string, T>, map: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));

const anyState = fc.record({
  ...mapValues(lists, listOf),
  ...mapValues(singles, (shape) => anyOf(z.toJSONSchema(shape) as Shape)),
  lastUpdate: fc.nat(),
}) as fc.Arbitrary<State>;

/** Two similar states: each list of the second one contains some entities of the first one unchanged. */
const related = fc.tuple(anyState, anyState, fc.infiniteStream(fc.nat(2))).map(([before, other, choices]) => {
  const after: Record<string, unknown> = { ...other };
  for (const name of Object.keys(lists) as ListName[]) {
    const kept = before[name].filter(() => choices.next().value !== 0);
    const ids = new Set(kept.map((entity) => entity.id));
    after[name] = [...kept, ...other[name].filter((entity) => !ids.has(entity.id))].sort(byId);
  }
  return [before, after as State] as const;
});

const overTheWire = <T>(value: T): T => JSON.parse(JSON.stringify(value));
const freeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null) for (const item of Object.values(Object.freeze(value))) freeze(item);
  return value;
};

test('the patched state equals the state that was diffed, and nothing is mutated', () => {
  fc.assert(
    fc.property(related, ([before, after]) => {
      const changes = diff(freeze(before), freeze(after));
      expect(changes ? patch(before, overTheWire(changes)) : before).toEqual(after);
    }),
    { numRuns: 300 },
  );
});

test('a state does not differ from itself, nor from its copy', () => {
  fc.assert(fc.property(anyState, (state) => diff(state, overTheWire(state)) === undefined));
});

test('entities that did not change keep their identity', () => {
  fc.assert(
    fc.property(related, ([before, after]) => {
      const patched = patch(before, diff(before, after) ?? { lastUpdate: after.lastUpdate });
      for (const name of Object.keys(lists) as ListName[]) {
        const old = new Set<unknown>(before[name]);
        after[name].forEach((entity, i) => {
          if (old.has(entity)) expect(patched[name][i]).toBe(entity);
        });
      }
    }),
  );
});

test('changes that belong to another state are refused', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      const place = state.vms.length;
      const changes = { vms: { columns: [{ field: 'cpu', at: [place], to: [1] }] }, lastUpdate: 0 };
      expect(() => patch(state, changes)).toThrow(RangeError);
    }),
  );
});

test('1,000 guests that all move in every figure cost at most 20 KB on the wire', () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const rate = (before: number) => Number(Math.round(before * (0.7 + 0.6 * random())).toPrecision(3));
  const guest = (i: number) => ({
    id: `dc-${100 + i}`,
    uptime: Math.floor(random() * 1e6),
    cpu: random(),
    memory: { total: 2 ** 33, used: 2 ** 32, free: 2 ** 32, usage: 50 },
    diskRead: 1e6 * random(),
    diskWrite: 1e5 * random(),
    networkIn: 1e6 * random(),
    networkOut: 1e6 * random(),
  });
  const move = (before: ReturnType<typeof guest>) => {
    const { total } = before.memory;
    const used = before.memory.used + 4096 * Math.round((random() - 0.5) * 2 ** 14);
    return {
      ...before,
      uptime: before.uptime + 10,
      cpu: Number(random().toFixed(4)),
      memory: { total, used, free: total - used, usage: Math.round((used / total) * 1000) / 10 },
      diskRead: rate(before.diskRead),
      diskWrite: rate(before.diskWrite),
      networkIn: rate(before.networkIn),
      networkOut: rate(before.networkOut),
    };
  };
  const before = Array.from({ length: 1000 }, (_, i) => move(guest(i))).sort(byId);
  const state = (vms: typeof before) => ({ vms, lastUpdate: 0 }) as Partial<State> as State;
  const bytes = deflateRawSync(JSON.stringify(diff(state(before), state(before.map(move))))).length;
  console.log(`delta of 1,000 moving guests: ${bytes} bytes`);
  expect(bytes).toBeLessThanOrEqual(20 * 1024);
});
