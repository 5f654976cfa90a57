// The content of a message about one or more alerts to one destination. The shapes are in the schema, because the outbox stores them.
import type { Words } from '@belfry/domain/sentences/words';
import type { Forecast } from '@belfry/schema/forecast';
import type { JournalEntry } from '@belfry/schema/journal/entry';
import type { Notice as Stored, NoticeAlert as StoredAlert } from '@belfry/schema/notifications/notice';

export type { NoticeKind } from '@belfry/schema/notifications/notice';

/**
 * `change`: the last one before it began. `forecast`: when it will be full or worn out. Both are looked up when the message is sent, and never
 * stored with it.
 */
export interface NoticeAlert extends StoredAlert {
  change?: JournalEntry | undefined;
  forecast?: Forecast;
}

/**
 * `words`: of its reader, when it is sent (`text/told.ts`). Without them it is in English. `isUnstored`: it is sent while the database is
 * away, and another server may send it too.
 */
export interface Notice extends Omit<Stored, 'alerts'> {
  alerts: readonly NoticeAlert[];
  words?: Words;
  isUnstored?: boolean;
}
