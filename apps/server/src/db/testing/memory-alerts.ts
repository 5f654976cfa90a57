// The alerts in memory, for tests: each call answers after a few turns of the event loop.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AlertsTable, HistoryFilter, Occurrence } from '../alerts-store.ts';

/** `rows` stay when the table is closed, as a file does. */
export function createMemoryAlerts(rows: Map<string, Occurrence>, random: () => number): AlertsTable {
  const late = async () => {
    for (let turns = Math.floor(random() * 4); turns > 0; turns--) await nextTurn();
  };
  const where = (accept: (row: Occurrence) => boolean) => structuredClone([...rows.values()].filter(accept));
  const order = (a: Occurrence, b: Occurrence) => a.openedAt - b.openedAt || (a.id < b.id ? -1 : 1);
  return {
    async put(given) {
      await late();
      for (const row of given) rows.set(row.id, structuredClone(row));
    },
    async open() {
      await late();
      return where(({ resolvedAt }) => resolvedAt === undefined).sort(order);
    },
    async resolvedSince(at) {
      await late();
      return where(({ resolvedAt }) => resolvedAt !== undefined && resolvedAt >= at);
    },
    async find(filter, limit, offset) {
      await late();
      const { before } = filter;
      const found = where((row) => fits(row, filter) && (!before || order(row, { ...row, ...before }) < 0));
      const rows = found
        .sort(order)
        .reverse()
        .slice(offset, offset + limit);
      const last = rows.at(-1);
      return { rows, ...(rows.length === limit && last && { last }) };
    },
    async oldest(filter) {
      await late();
      return where((row) => fits(row, filter)).sort(order)[0]?.openedAt;
    },
    async count(filter, origin, size) {
      await late();
      const rows = where((row) => fits(row, filter) && row.openedAt >= origin);
      const groups = Map.groupBy(rows, ({ openedAt, level }) => `${Math.floor((openedAt - origin) / size)} ${level}`);
      return [...groups].map(([key, { length }]) => {
        const [bucket, level] = key.split(' ');
        return { bucket: Number(bucket), level: level === 'critical' ? 'critical' : 'warning', count: length };
      });
    },
    async newest(id) {
      await late();
      return (
        where(({ alert }) => alert.id === id)
          .sort(order)
          .at(-1) ?? where((row) => row.id === id)[0]
      );
    },
    async prune(before, keep, most) {
      await late();
      const ended = where(({ resolvedAt }) => resolvedAt !== undefined).sort(order);
      const over = rows.size - keep;
      const gone = ended.filter(({ resolvedAt = 0 }, i) => resolvedAt < before || i < over).slice(0, most);
      for (const { id } of gone) rows.delete(id);
      return gone.length;
    },
    close() {},
  };
}

function fits({ openedAt, level, alert }: Occurrence, filter: HistoryFilter): boolean {
  const { id, type, resourceId, resourceName, node, message } = alert;
  const text = [resourceName, message, node, type, id].join('\n').toLowerCase();
  const is = (asked: string | undefined, found: string) => asked === undefined || asked === found;
  return (
    openedAt >= (filter.since ?? 0) &&
    openedAt < (filter.until ?? Number.POSITIVE_INFINITY) &&
    [is(filter.level, level), is(filter.type, type), is(filter.resource, resourceId), is(filter.node, node)].every(
      Boolean,
    ) &&
    text.includes((filter.q ?? '').toLowerCase())
  );
}
