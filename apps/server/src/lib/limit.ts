// Limits how many tasks run at once; the others wait in line.

export type Limit = <T>(run: () => Promise<T>) => Promise<T>;

export function createLimit(most: number): Limit {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (run) => {
    if (running < most) running++;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await run();
    } finally {
      // The place is passed on, not freed, so that no new task can take it in between.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
