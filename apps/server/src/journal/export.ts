// Entries of the journal as the lines of a file.
import { csvField } from '@belfry/domain/csv';
import type { JournalEntry } from '@belfry/schema/journal/entry';

export interface ExportFormat {
  mediaType: string;
  head: string;
  lines(entry: JournalEntry): string;
}

const NOTHING = { field: '', before: null, after: null };

export const exportFormats: Readonly<Record<'csv' | 'ndjson', ExportFormat>> = {
  ndjson: {
    mediaType: 'application/x-ndjson; charset=utf-8',
    head: '',
    lines: (entry) => `${JSON.stringify(entry)}\n`,
  },
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    head: 'id,time,since,resource,name,kind,event,by,source,field,before,after\r\n',
    lines: ({ id, at, since = '', resource, name, kind, event, by, source, changes }) =>
      (changes.length > 0 ? changes : [NOTHING])
        .map(({ field, before, after }) =>
          [
            ...[id, at, since, csvField(resource), csvField(name), kind, event, csvField(by ?? ''), source],
            ...[csvField(field), csvField(before ?? ''), csvField(after ?? '')],
          ].join(','),
        )
        .join('\r\n')
        .concat('\r\n'),
  },
};
