// What is to be said about one or more alerts at one destination. The shapes are in the schema, because the outbox stores them.
export type { Notice, NoticeAlert, NoticeKind } from '@belfry/schema/notifications/notice';
