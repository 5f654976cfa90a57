// The journal of changes.
import * as z from 'zod';
import { JournalEntry, JournalKind } from '../journal/entry.ts';
import { toMessage } from '../sentences/message.ts';
import { endpoint } from './endpoint.ts';
import { Moment } from './moment.ts';
import { pageLimit } from './paging.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 10_000;

/** The place of the last entry of a page: its time in epoch ms, and its id. */
const Cursor = z
  .string()
  .regex(/^\d{1,15}-\d{1,15}$/, toMessage({ id: 'input.cursor' }))
  .transform((text) => {
    const [at = 0, number = 0] = text.split('-').map(Number);
    return { at, number };
  })
  .optional();

export const JournalQuery = z.object({
  resource: z.string().min(1).max(512).optional(),
  kind: JournalKind.optional(),
  by: z.string().min(1).max(256).optional(),
  q: z.string().trim().max(200).optional(),
  from: Moment,
  to: Moment,
  limit: pageLimit(DEFAULT_LIMIT, MAX_LIMIT),
  cursor: Cursor,
  format: z.enum(['csv', 'ndjson']).optional(),
});

export const JournalReply = z.object({ entries: z.array(JournalEntry), next: z.string().nullable() });

export const getJournal = endpoint('GET /api/journal', {
  summary: 'Changes of configurations, the newest first',
  access: 'viewer',
  cost: 'high',
  query: JournalQuery,
  meanings: {
    resource: 'An id, or a name as it was at the time of the change',
    by: 'Who made the change, such as `root@pam`',
    q: 'A text in the name or id of the resource, in who made the change, or in what was changed. It is searched for among 50,000 entries at once, so a page may be short or empty and `next` goes on',
    from: 'ISO 8601 or epoch milliseconds',
    to: 'ISO 8601 or epoch milliseconds',
    limit: 'Entries of a page: 100 by default and for an invalid number, at most 10,000',
    format:
      'The answer is a file with all entries from the newest on, up to 50,000, whatever `limit` says. If there are more, the header `x-belfry-next` has the cursor for the rest. In CSV each change is a line',
    cursor: '`next` of the page before. Null in `next`: there are no more entries',
  },
  reply: z.union([JournalReply, z.string()]),
  errors: ['unavailable'],
});

export const journalEndpoints = [getJournal] as const;
