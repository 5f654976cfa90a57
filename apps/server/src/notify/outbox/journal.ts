// Writes to the outbox on the disk. Memory comes first: while the disk accepts no writes, the newest version of each row waits.
import type { AlertWrites, Written } from '../../db/alert-writes.ts';
import type { Double, Notified, NotifiedRow, OpenDelivery, OutboxChanges } from '../../db/outbox-store.ts';
import { notifiedKey } from '../notified.ts';

export interface Journal {
  /** A new delivery, or one whose notice has changed. */
  put(row: OpenDelivery): void;
  /** Something happened to a delivery; its notice is as it was. */
  update(row: OpenDelivery): void;
  notified(row: NotifiedRow): void;
  forget(key: Pick<Notified, 'destination' | 'occurrence'>): void;
  /** All that was given until now is written in one transaction, with the alerts, or is refused now. */
  written(): Promise<Written>;
}

/** Deliveries that ended and wait for a full disk. */
const MAX_ENDED = 10_000;

/** `dropped`: what was left out of deliveries, because another one had it. */
export function createJournal(
  writes: Pick<AlertWrites, 'messages' | 'write'>,
  dropped: (doubles: readonly Double[]) => void,
): Journal {
  const deliveries = new Map<string, { row: OpenDelivery; whole: boolean }>();
  const notified = new Map<string, { put: NotifiedRow } | { forget: Pick<Notified, 'destination' | 'occurrence'> }>();

  function take(): { rows: OutboxChanges; written(doubles: readonly Double[]): void } | undefined {
    if (deliveries.size + notified.size === 0) return undefined;
    const rows = [...deliveries];
    const marks = [...notified];
    return {
      rows: {
        put: rows.flatMap(([, { row, whole }]) => (whole ? row : [])),
        updated: rows.flatMap(([, { row, whole }]) => (whole ? [] : row.delivery)),
        notified: marks.flatMap(([, mark]) => ('put' in mark ? mark.put : [])),
        forgotten: marks.flatMap(([, mark]) => ('forget' in mark ? mark.forget : [])),
      },
      written(doubles) {
        for (const [id, change] of rows) if (deliveries.get(id) === change) deliveries.delete(id);
        for (const [key, mark] of marks) if (notified.get(key) === mark) notified.delete(key);
        if (doubles.length > 0) dropped(doubles);
      },
    };
  }

  function forgetOldest(): void {
    const ended = [...deliveries.values()].filter(({ row }) => row.delivery.endedAt !== undefined);
    for (const { row } of ended.slice(0, -MAX_ENDED)) deliveries.delete(row.delivery.id);
  }

  writes.messages({ take, refused: forgetOldest });
  const note = (row: OpenDelivery, whole: boolean) =>
    void deliveries.set(row.delivery.id, { row, whole: whole || deliveries.get(row.delivery.id)?.whole === true });
  return {
    put: (row) => note(row, true),
    update: (row) => note(row, false),
    notified: (row) => void notified.set(notifiedKey(row.notified), { put: row }),
    forget: (key) => void notified.set(notifiedKey(key), { forget: key }),
    written: writes.write,
  };
}
