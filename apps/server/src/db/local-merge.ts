// What this server sent while the database was away becomes a part of the database. Another server may have been the active one since then:
// what it wrote stays as it is.
import { inEnglish } from '@belfry/domain/sentences/english';
import type { Delivery } from '@belfry/schema/notifications/delivery';
import { iso } from '../lib/clock.ts';
import type { AlertsTable } from './alerts-store.ts';
import type { Statements } from './backend.ts';
import type { LocalMessage } from './local-outbox.ts';
import type { Double, NotifiedRow, OutboxTable } from './outbox-store.ts';

export interface MergeDeps {
  occurrences: Pick<AlertsTable, 'put' | 'open' | 'newest'>;
  messages: Pick<OutboxTable, 'save' | 'notified'>;
  statements: Pick<Statements, 'all'>;
}

const pairOf = ({ notified: { destination, occurrence } }: NotifiedRow): string => `${destination}\n${occurrence}`;

/** Call it within a transaction. Returns what another delivery has said already. */
export async function merge(local: readonly LocalMessage[], deps: MergeDeps, now: number): Promise<Double[]> {
  const { occurrences, messages, statements } = deps;
  for (const row of new Map(local.flatMap((one) => one.occurrences.map((row) => [row.id, row]))).values()) {
    const [same, newest] = [await occurrences.newest(row.id), await occurrences.newest(row.alert.id)];
    const isOver = newest !== undefined && newest.resolvedAt !== undefined && newest.openedAt < row.openedAt;
    if (!same && (!newest || isOver)) await occurrences.put([row]);
  }
  const active = new Set((await occurrences.open()).map(({ id }) => id));
  const ended = await statements.all('SELECT id FROM deliveries WHERE ended_at IS NOT NULL');
  const over = new Set(ended.map(({ id }) => String(id)));
  const rows = local
    .map(({ row }) => row)
    .filter(({ delivery }) => !over.has(delivery.id))
    .map((row) =>
      row.delivery.endedAt === undefined && !row.notice.alerts.every(({ occurrence }) => active.has(occurrence))
        ? { ...row, delivery: pointless(row.delivery, now) }
        : row,
    );
  const known = new Map((await messages.notified()).map((row) => [pairOf(row), row]));
  const notified = local
    .flatMap((one) => one.notified)
    .flatMap((row): NotifiedRow[] => {
      const before = known.get(pairOf(row));
      if (before) return row.reached && !before.reached ? [{ ...before, reached: true }] : [];
      return active.has(row.notified.occurrence) ? [row] : [];
    });
  const updated = rows.map(({ delivery }) => delivery).filter(({ endedAt }) => endedAt !== undefined);
  return messages.save({ put: rows, updated, notified, forgotten: [] });
}

/** Its alerts have ended, or the other server has its own record of them. */
function pointless({ nextAttemptAt: _, ...delivery }: Delivery, now: number): Delivery {
  const { message, sentence } = inEnglish({ id: 'delivery.ended' });
  return { ...delivery, state: 'given-up', words: message, ...(sentence && { sentence }), endedAt: iso(now) };
}
