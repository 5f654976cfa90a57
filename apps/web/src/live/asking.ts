// What the page asks for: the readings of guests that are on the screen. Loaded only where there are many guests.
import { MAX_VIEWED } from '@belfry/schema/defaults';
import type { Up } from '@belfry/schema/messages/up';
import { ALL } from './reduce.ts';

/** What leaves the screen stays in view for this long, because people scroll back. */
const STAYS_MS = 10_000;
/** The least time between two questions: the server takes five messages a second. */
const BETWEEN_MS = 300;
/** After a full state, which is current. Until then the screen has been drawn, and knows what it shows. */
const FIRST_MS = 2000;
const ALL_ASKED = JSON.stringify('all');

/** `shown`: how often each instance is on the screen, `ALL` for all of them. */
export function createAsking(shown: ReadonlyMap<string, number>, send: (message: Up) => void) {
  /** What is in view, and until when; infinite while it is on the screen. */
  const kept = new Map<string, number>();
  let asked = ALL_ASKED;
  let askedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSoon = false;

  function ask(): void {
    isSoon = false;
    const now = performance.now();
    for (const [instance, until] of kept) {
      if (until <= now) kept.delete(instance);
      else if (until === Number.POSITIVE_INFINITY) kept.set(instance, now + STAYS_MS);
    }
    for (const [instance, count] of shown) if (count > 0) kept.set(instance, Number.POSITIVE_INFINITY);
    const instances = kept.has(ALL) || kept.size > MAX_VIEWED ? 'all' : [...kept.keys()].sort();
    const question = JSON.stringify(instances);
    if (question !== asked) {
      send({ type: 'view', data: { instances } });
      [asked, askedAt] = [question, now];
    }
    const next = Math.min(...kept.values());
    if (next < Number.POSITIVE_INFINITY) timer = setTimeout(ask, next - now);
  }
  return {
    /** `shown` has changed. */
    changed(): void {
      if (isSoon) return;
      isSoon = true;
      clearTimeout(timer);
      timer = setTimeout(ask, Math.max(0, askedAt + BETWEEN_MS - performance.now()));
    },
    /** On a new connection everything is in view. */
    begin(): void {
      asked = ALL_ASKED;
      askedAt = performance.now() + FIRST_MS;
      isSoon = false;
      this.changed();
    },
  };
}
