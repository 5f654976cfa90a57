import type { JournalEntry } from '@belfry/schema/journal/entry';
import { describe, expect, it } from 'vitest';
import { seeded } from '../forecast/testing/seeded.ts';
import { changesBetween } from './changes.ts';
import { differencesOf, relativeTo } from './differences.ts';
import { type Part, partsOf, pastOf } from './past-settings.ts';
import { type Settings, sorted } from './settings.ts';

const DAY = Date.UTC(2026, 10, 1);
const HOUR = 3_600_000;
const part = (settings: Settings, more: Partial<Part> = {}): Part => ({
  ...{ id: 'lab-100', kind: 'guest', name: 'web01', settings, first: DAY - 100 * HOUR, ...more },
});
let number = 0;
const entry = (at: number, more: Partial<JournalEntry> = {}): JournalEntry => ({
  ...{ id: String(++number), at: new Date(at).toISOString(), resource: 'lab-100', instance: 'lab', name: 'web01' },
  ...{ kind: 'guest', event: 'changed', by: null, source: 'readings', changes: [] },
  ...more,
});
const change = (at: number, before: Settings, after: Settings): JournalEntry =>
  entry(at, { changes: changesBetween(before, after) });

describe('an earlier state', () => {
  it('is what it was at that time, after random edits of fields and of whole lines', () => {
    for (let seed = 0; seed < 200; seed++) {
      const random = seeded(seed);
      const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
      const fields = ['memory', 'tags', 'net0.bridge', 'net0.model', 'net0.tag', 'scsi0.size', 'description', 'a.b.c'];
      const values = ['1', 'a, b', 'vmbr0', 'a=b', 'x', 'line\nline', 'k=v, w'];
      const states: Settings[] = [{ memory: '2048' }];
      const entries: JournalEntry[] = [];
      for (let nth = 1; nth <= 12; nth++) {
        const before = states.at(-1) ?? {};
        const after: Record<string, string> = { ...before };
        for (let edits = 0; edits < 3; edits++) {
          const field = pick(fields);
          if (random() < 0.4) delete after[field];
          else after[field] = pick(values);
        }
        states.push(sorted(after));
        const changes = changesBetween(before, sorted(after));
        if (changes.length > 0) entries.unshift(entry(DAY + nth * HOUR, { changes }));
      }
      const now = partsOf([part(states.at(-1) ?? {})]);
      for (const [nth, state] of states.entries()) {
        const { parts, gaps } = pastOf(now, entries, DAY + nth * HOUR);
        expect(differencesOf(partsOf([part(state)]), parts), `seed ${seed}, state ${nth}`).toEqual([]);
        expect(gaps).toEqual([]);
      }
    }
  });

  it('has no part that was made later, and says of one that was removed that nothing of it is kept', () => {
    const now = partsOf([part({ memory: '1' }), part({ 'options.enable': '1' }, { kind: 'firewall' })]);
    const made = pastOf(now, [entry(DAY + HOUR, { event: 'created' })], DAY);
    expect(differencesOf(made.parts, now)).toMatchObject([{ event: 'created' }, { event: 'created' }]);
    expect(made.gaps).toEqual([]);
    const gone = pastOf(new Map(), [entry(DAY + HOUR, { event: 'removed' })], DAY);
    expect(differencesOf(gone.parts, new Map())).toMatchObject([{ event: 'removed', name: 'web01' }]);
    expect(gone.gaps).toEqual([{ is: 'removed', part: 'web01' }]);
  });

  it('says where the journal began later, where a value is not whole and where an entry is missing', () => {
    const long = 'x'.repeat(2000);
    const later = pastOf(partsOf([part({ memory: '1' }, { first: DAY + HOUR })]), [], DAY);
    expect(later.gaps).toEqual([{ is: 'later', part: 'web01', kind: 'guest', at: DAY + HOUR }]);
    const unknown = pastOf(partsOf([part({ memory: '1' }, { first: undefined })]), [], DAY);
    expect(unknown.gaps).toMatchObject([{ is: 'later', at: null }]);
    const cut = change(DAY + HOUR, { description: 'short' }, { description: long });
    expect(pastOf(partsOf([part({ description: long })]), [cut], DAY).gaps).toMatchObject([
      { is: 'field', field: 'description' },
    ]);
    const torn = change(DAY + HOUR, { memory: '1' }, { memory: '2' });
    const { parts, gaps } = pastOf(partsOf([part({ memory: '4' })]), [torn], DAY);
    expect(gaps).toMatchObject([{ is: 'field', field: 'memory' }]);
    expect([...parts.values()][0]?.settings).toEqual({ memory: '1' });
    const many = entry(DAY + HOUR, { changes: [{ field: '+7', before: null, after: null }] });
    expect(pastOf(partsOf([part({})]), [many], DAY).gaps).toMatchObject([{ is: 'field', field: '+7' }]);
  });

  it('is not sure about a change between two readings of which one is before that time', () => {
    const now = partsOf([part({ memory: '2' })]);
    const since = new Date(DAY - HOUR).toISOString();
    const { parts, unsure } = pastOf(now, [{ ...change(DAY + HOUR, { memory: '1' }, { memory: '2' }), since }], DAY);
    expect(differencesOf(parts, now, unsure)).toMatchObject([{ unsure: ['memory'] }]);
  });
});

it('another resource is compared part by part', () => {
  const a = partsOf([part({ memory: '1' }), part({ rules: 'in ACCEPT' }, { kind: 'firewall' })]);
  const b = partsOf([part({ memory: '2' }, { id: 'lab-101' }), part({}, { kind: 'firewall', id: 'lab-101' })]);
  expect(differencesOf(relativeTo('lab-100', a), relativeTo('lab-101', b))).toMatchObject([
    { kind: 'firewall', changes: [{ field: 'rules', before: 'in ACCEPT', after: null }] },
    { kind: 'guest', changes: [{ field: 'memory', before: '1', after: '2' }] },
  ]);
});
