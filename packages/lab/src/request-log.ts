// The log of requests: counts of all of them, and the last ones in detail.

export type LoggedRequest = { at: number; cluster: string; node: string; path: string; status: number };
export type RequestFilter = { cluster?: string; node?: string; path?: string; since?: number };

/** `at` and `since` are milliseconds of the lab's clock; `path` is a template such as `/nodes/{node}/qemu`. */
export type RequestLog = ReturnType<typeof createRequestLog>;

export function createRequestLog(clock: () => number, keep = 10_000) {
  const counts = new Map<string, { cluster: string; node: string; path: string; count: number }>();
  const connections = new Map<string, number>();
  const recent: LoggedRequest[] = [];
  let next = 0;

  const matches = (r: { cluster: string; node: string; path: string; at?: number }, f: RequestFilter) =>
    (f.cluster ?? r.cluster) === r.cluster &&
    (f.node ?? r.node) === r.node &&
    (f.path ?? r.path) === r.path &&
    (f.since === undefined || (r.at ?? 0) >= f.since);

  return {
    note(cluster: string, node: string, path: string, status: number): void {
      const key = `${cluster}\0${node}\0${path}`;
      const entry = counts.get(key) ?? { cluster, node, path, count: 0 };
      entry.count++;
      counts.set(key, entry);
      recent[next] = { at: clock(), cluster, node, path, status };
      next = (next + 1) % keep;
    },
    connected(node: string): void {
      connections.set(node, (connections.get(node) ?? 0) + 1);
    },
    /** How many requests match. With `since` only the last `keep` requests are known. */
    count(filter: RequestFilter = {}): number {
      if (filter.since !== undefined) return recent.filter((r) => matches(r, filter)).length;
      return [...counts.values()].reduce((sum, r) => sum + (matches(r, filter) ? r.count : 0), 0);
    },
    /** TCP connections accepted, of one node or of all. */
    connections(node?: string): number {
      if (node !== undefined) return connections.get(node) ?? 0;
      return [...connections.values()].reduce((sum, n) => sum + n, 0);
    },
    /** The counters, most frequent first. */
    counts: () => [...counts.values()].map((c) => ({ ...c })).sort((a, b) => b.count - a.count),
    /** The last requests, oldest first. */
    recent: (filter: RequestFilter = {}): LoggedRequest[] =>
      [...recent.slice(next), ...recent.slice(0, next)].filter((r) => matches(r, filter)),
    clear(): void {
      counts.clear();
      connections.clear();
      recent.length = 0;
      next = 0;
    },
  };
}
