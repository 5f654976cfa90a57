// When something was used last: noted in memory while serving, written from time to time.

export interface Uses {
  note(id: string, at: number): void;
  /** Undefined when what is written is the newest. */
  of(id: string): number | undefined;
  /** `write` says whether the disk took it; what it did not take is kept. */
  flush(write: (used: ReadonlyMap<string, number>) => Promise<boolean>): Promise<void>;
}

export function createUses(): Uses {
  const unwritten = new Map<string, number>();
  return {
    note: (id, at) => void unwritten.set(id, at),
    of: (id) => unwritten.get(id),
    async flush(write) {
      const used = new Map(unwritten);
      if (used.size === 0 || !(await write(used))) return;
      for (const [id, at] of used) if (unwritten.get(id) === at) unwritten.delete(id);
    },
  };
}
