// `belfry report`
import { inLanguage } from '../language/in-language.ts';

export const messages = inLanguage('report', {
  needed: 'Say of which period, and into which file: --period 2026-10 --output report.pdf',
  written: (file: string) => `The report is in ${file}.`,
  unreadable: (file: string, why: string) => `${file} cannot be read: ${why}`,
  good: (file: string, period: string, scope: string, tables: number) =>
    `${file} is as Belfry made it: period ${period}, scope ${scope}, ${tables} tables.`,
  signed: (key: string) =>
    `Signed with the key ${key}. Compare it with GET /api/reports/key of your Belfry, or give it with --key.`,
  changed: 'The report was changed after Belfry made it, in these bytes of the file:',
  place: (part: string, from: number, until: number) => `${from} to ${until}: ${part}`,
  between: 'between the tables',
  more: (count: number) => `and ${count} more`,
  problems: {
    'no-report': 'This file is no report of Belfry.',
    'no-seal': 'This file has no seal that can be read. It was changed at its end, or Belfry did not make it.',
    seal: 'The seal was changed, or was not made with the key that it names.',
    end: 'What follows the seal was changed.',
    'other-key': 'The report was signed with another key than the one that is expected.',
  },
});
