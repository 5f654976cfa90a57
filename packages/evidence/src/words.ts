// A report in a language: how each cell, note and time is written. The tables of the archive and the pages have the same texts.
import type { Zone } from '@belfry/domain/calendar-event/runs';
import { wordsIn } from '@belfry/domain/sentences/words';
import { drillReasons } from '@belfry/schema/drill/reasons';
import type {
  EvidenceCell,
  EvidenceColumn,
  EvidenceNote,
  EvidencePeriod,
  EvidenceReport,
  EvidenceTable,
} from '@belfry/schema/evidence/report';
import { type EvidenceTextId, type EvidenceTexts, evidenceTexts } from '@belfry/schema/evidence/texts';
import { type LanguageTag, languages } from '@belfry/schema/languages/languages';

export interface EvidenceWords {
  tag: LanguageTag;
  /** What stands before decimals. */
  point: string;
  texts: EvidenceTexts;
  note(note: EvidenceNote): string;
  cell(cell: EvidenceCell, kind: EvidenceColumn['kind']): string;
  time(at: number): string;
  /** Where the numbers of a table come from; '' when they come from other tables. */
  sources(of: Pick<EvidenceTable, 'sources'>): string;
}

type Reasons = typeof drillReasons;

const textsOf: Readonly<Record<LanguageTag, () => Promise<{ texts: EvidenceTexts; reasons: Reasons }>>> = {
  en: async () => ({ texts: evidenceTexts, reasons: drillReasons }),
  async de() {
    const [{ evidence }, { drillReasons: reasons }] = await Promise.all([
      import('@belfry/schema/languages/de/evidence'),
      import('@belfry/schema/languages/de/drill-reasons'),
    ]);
    return { texts: evidence, reasons };
  },
};

/** Before the ids of reasons of restore tests, which the screen has too. */
const REASON = 'reason/';

/** A word may stand in the place of a value. */
const WORDS: ReadonlySet<EvidenceColumn['kind']> = new Set(['word', 'time', 'day', 'duration']);

export async function evidenceWords(tag: LanguageTag, zone: Zone): Promise<EvidenceWords> {
  const [{ texts, reasons }, language] = await Promise.all([textsOf[tag](), languages[tag].load()]);
  const { point } = language;
  const { say } = wordsIn(language);
  const time = (at: number) => new Date(at + zone(at)).toISOString().slice(0, 16).replace('T', ' ');
  const textOf = (id: string): string => {
    const reason = id.startsWith(REASON) && id.slice(REASON.length);
    if (reason !== false && Object.hasOwn(reasons, reason)) return reasons[reason as keyof Reasons];
    return Object.hasOwn(texts, id) ? texts[id as EvidenceTextId] : id;
  };
  const counts = new Intl.NumberFormat(tag);
  const note = ({ id, values = {}, sentence }: EvidenceNote): string =>
    textOf(id).replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      if (name === 'said' && sentence) return oneLine(say(sentence, `${value}`));
      if ((name === 'at' || name === 'since') && typeof value === 'number') return time(value);
      if (typeof value === 'number') return name === 'seconds' ? durationOf(value) : counts.format(value);
      return oneLine(`${value}`);
    });
  const decimal = (value: number, digits: number) => value.toFixed(digits).replace('.', point);

  function cell(value: EvidenceCell, kind: EvidenceColumn['kind']): string {
    if (value === null) return texts.notKnown;
    if (Array.isArray(value)) return value.map(note).join('; ').replaceAll('.; ', '; ');
    if (typeof value === 'string') return WORDS.has(kind) ? textOf(value) : oneLine(value);
    if (kind === 'time') return time(value);
    if (kind === 'day') return time(value).slice(0, 10);
    if (kind === 'duration') return durationOf(value);
    if (kind === 'percent') return decimal(value, 2);
    if (kind === 'bytes') return decimal(value / 1024 ** 3, 1);
    return Number.isInteger(value) ? `${value}` : decimal(value, 2);
  }
  const sources: EvidenceWords['sources'] = ({ sources: of }) =>
    of.length === 0 ? '' : `${texts.sources}: ${of.map(textOf).join(', ')}`;
  return { tag, point, texts, note, cell, time, sources };
}

/** Spreadsheets read it as a duration. */
export function durationOf(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (value: number) => `${value}`.padStart(2, '0');
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/** What a host or a person wrote, without characters that end a line or have no shape. */
const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu, ' ')
    .trim();

export function scopeText({ texts, note }: EvidenceWords, { scope }: Pick<EvidenceReport, 'scope'>): string {
  return scope.kind === 'all' ? texts.all : note({ id: scope.kind, values: { name: scope.name } });
}

/** A month, a quarter, or days, as a person says them: `key` is `2026-10`, `2026-Q4` or `2026-10-01..2026-10-15`. */
export function periodName({ tag, note }: EvidenceWords, { key }: Pick<EvidencePeriod, 'key'>): string {
  const month = /^\d{4}-\d{2}$/.test(key) ? new Date(`${key}-01T00:00:00Z`) : undefined;
  if (month) return month.toLocaleDateString(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const [, year = '', quarter = ''] = /^(\d{4})-Q(\d)$/.exec(key) ?? [];
  if (year) return note({ id: 'quarter', values: { year, quarter } });
  const [from = key, until = ''] = key.split('..');
  return until && until !== from ? note({ id: 'daysOf', values: { from, until } }) : from;
}

export function periodText({ note, time }: EvidenceWords, { from, until, zone }: EvidencePeriod): string {
  return note({ id: 'between', values: { from: time(from), until: time(until), zone } });
}
