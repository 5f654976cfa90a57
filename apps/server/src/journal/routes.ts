// GET /api/journal: a page, or a file with all that the filters find.
import { getJournal } from '@belfry/schema/http/journal';
import type { JournalFilter, JournalPlace } from '../db/journal-rows.ts';
import type { Mount } from '../http/mount.ts';
import { type Clock, iso } from '../lib/clock.ts';
import { type ExportFormat, exportFormats } from './export.ts';
import type { Journal } from './journal.ts';

const STEP = 1000;
const MOST = 50_000;

export function journalRoutes(mount: Mount, { page }: Pick<Journal, 'page'>, clock: Pick<Clock, 'now'>): void {
  mount(getJournal, async ({ query: { limit, cursor: before, format, ...filter }, reply }) => {
    if (!format) {
      const { entries, next } = await page({ ...filter, before }, limit);
      return { entries, next: next ? textOf(next) : null };
    }
    const { text, next } = await fileOf(page, { ...filter, before }, exportFormats[format]);
    const name = `belfry-journal-${iso(clock.now()).slice(0, 19).replaceAll(':', '')}.${format}`;
    reply.header('content-disposition', `attachment; filename="${name}"`);
    if (next) reply.header('x-belfry-next', textOf(next));
    reply.type(exportFormats[format].mediaType);
    return text;
  });
}

const textOf = ({ at, number }: JournalPlace): string => `${at}-${number}`;

async function fileOf(page: Journal['page'], filter: JournalFilter, { head, lines }: ExportFormat) {
  const texts = [head];
  let { before } = filter;
  for (let count = 0; count < MOST; count += STEP) {
    const { entries, next } = await page({ ...filter, before }, STEP);
    texts.push(...entries.map(lines));
    before = next;
    if (!next) break;
  }
  return { text: texts.join(''), next: before };
}
