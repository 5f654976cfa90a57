// The memories of the rules in the real settings of a database.
import { expect, test } from 'vitest';
import { openTestStore, tempDir } from '../../db/testing/temp-store.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { startMemories } from './memories.ts';
import type { AnyRuleSet, RuleMemory } from './rule-set.ts';

function ruleThatRemembers() {
  const recalled: unknown[] = [];
  const next = { value: undefined as unknown };
  const memory: RuleMemory = {
    key: 'counts',
    recall: (kept) => void recalled.push(kept),
    save: () => {
      const changed = next.value;
      next.value = undefined;
      return changed;
    },
  };
  const rules: readonly AnyRuleSet[] = [{ list: 'pmg', read: () => [], memories: [memory] }];
  return { rules, recalled, next };
}

test('the memory of a rule survives a restart; it is saved while the server runs and at the end, and only after a change', async () => {
  const dataDir = tempDir();
  const clock = fakeClock();
  const log = createLogger('error', () => {});
  const first = ruleThatRemembers();
  const store = await openTestStore({ dataDir, clock, log });
  const writes: unknown[] = [];
  const settings = {
    ...store.settings,
    keep(key: string, value: unknown) {
      writes.push(value);
      return store.settings.keep(key, value);
    },
  };
  const stop = startMemories({ rules: first.rules, settings, clock });
  first.next.value = { a: 1 };
  await clock.advance(60_000);
  expect(writes).toEqual([{ a: 1 }]);
  first.next.value = { a: 2 };
  await stop();
  await store.close();

  const second = ruleThatRemembers();
  const reopened = await openTestStore({ dataDir, clock, log });
  await startMemories({ rules: second.rules, settings: reopened.settings, clock })();
  expect(first.recalled).toEqual([undefined]);
  expect(second.recalled).toEqual([{ a: 2 }]);
});
