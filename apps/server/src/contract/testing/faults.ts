// Faults inside of Belfry: any hook of a part throws when a test wants it. Hooks that are new in a part are found by themselves.
import type { AppDeps } from '../../composition/app-types.ts';
import type { Parts } from '../../lib/parts.ts';

export interface Faults extends Required<Pick<AppDeps, 'entrance'>> {
  /** Guards the parts, and may throw inside of each guard. */
  inside(parts: Parts): Parts;
  /** All hooks that were called until now, such as `pipeline.record` and `part: the plan of notifications`. */
  hooks(): readonly string[];
  /** From now on the hook throws so many times. */
  break(hook: string, times: number): void;
  /** Nothing throws any more. Returns how often the hook threw. */
  heal(): number;
}

export function createFaults(): Faults {
  const called = new Set<string>();
  let broken: { hook: string; times: number } | undefined;
  let threw = 0;

  function strike(hook: string): void {
    called.add(hook);
    if (broken?.hook !== hook || threw >= broken.times) return;
    threw++;
    throw new Error(`a fault of ${hook}`);
  }
  /** `wrapped`: the same function twice in one place is one hook. */
  function tampered(path: string, value: unknown, wrapped = new WeakMap<object, unknown>()): unknown {
    if (typeof value === 'function') {
      const known =
        wrapped.get(value) ??
        Object.defineProperty(
          (...args: unknown[]) => {
            strike(path);
            return value(...args);
          },
          'name',
          { value: value.name },
        );
      wrapped.set(value, known);
      return known;
    }
    if (Array.isArray(value)) return value.map((each, i) => tampered(`${path}.${nameOf(each) || i}`, each, wrapped));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, tampered(`${path}.${name}`, each, wrapped)]),
    );
  }

  return {
    entrance<T extends object>(place: string, hooks: T): T {
      return { ...hooks, ...(tampered(place, hooks) as Partial<T>) };
    },
    inside: (parts) => ({
      ...parts,
      guarded: (part, run, fallback) =>
        parts.guarded(
          part,
          () => {
            strike(`part: ${part}`);
            return run();
          },
          fallback,
        ),
    }),
    hooks: () => [...called],
    break(hook, times) {
      broken = { hook, times };
      threw = 0;
    },
    heal() {
      broken = undefined;
      return threw;
    },
  };
}

const nameOf = (value: unknown): string => (typeof value === 'function' ? value.name : '');
