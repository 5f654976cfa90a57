// The content of a message about one or more alerts to one destination. The shapes are in the schema, because the outbox stores them.
export type { Notice, NoticeAlert, NoticeKind } from '@belfry/schema/notifications/notice';
