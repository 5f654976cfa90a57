// The content of a message about one or more alerts to one destination. The shapes are in the schema, because the outbox stores them.
import type { Words } from '@belfry/domain/sentences/words';
import type { Notice as Stored } from '@belfry/schema/notifications/notice';

export type { NoticeAlert, NoticeKind } from '@belfry/schema/notifications/notice';

/** `words`: of its reader, when it is sent (`text/told.ts`). Without them it is in English. */
export interface Notice extends Stored {
  words?: Words;
}
