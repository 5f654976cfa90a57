// The sentences and figures of one language.
import { english } from '@belfry/schema/languages/english';
import type { Language } from '@belfry/schema/languages/language';
import type { WireSentence } from '@belfry/schema/sentences/sentence';
import { durationParts, formatBytes, formatCount, formatPercent, formatRate, formatShare } from '../format.ts';
import { type Wording, wordsOf } from './wording.ts';

export interface Words {
  tag: string;
  /** In English what this language lacks; `otherwise` what English lacks too. */
  say(sentence: WireSentence, otherwise?: string): string;
  count(figure: number): string;
  /** "3 days". */
  plural(count: number, one: string, many: string): string;
  bytes(figure: number): string;
  /** Two sizes in bytes: "4.6/8 GB". */
  share(used: number, total: number): string;
  percent(figure: number): string;
  /** Bytes per second. */
  rate(figure: number): string;
  /** Milliseconds: "3h 12m". */
  duration(ms: number): string;
}

function wordingOf({ sentences, thousands, point, isOne }: Language): Wording & { decimal(text: string): string } {
  const decimal = (text: string) => text.replace(/(?<=\d)\.(?=\d)/g, point);
  const count = (figure: number) => decimal(formatCount(figure)).replaceAll('\u00a0', thousands);
  return {
    table: sentences,
    plural: (figure, one, many) => `${count(figure)} ${isOne(figure) ? one : many}`,
    formats: {
      bytes: (figure) => decimal(formatBytes(figure)),
      count,
      percent: formatPercent,
      figure: (figure) => decimal(String(figure)),
    },
    decimal,
  };
}

const englishWording = wordingOf(english);

export function wordsIn(language: Language): Words {
  const wording = wordingOf(language);
  const { formats, plural, decimal } = wording;
  const say: Words['say'] = (sentence, otherwise = sentence.id) =>
    wordsOf(sentence, wording) ?? wordsOf(sentence, englishWording) ?? otherwise;
  return {
    tag: language.tag,
    say,
    count: formats.count,
    plural,
    bytes: formats.bytes,
    share: (used, total) => decimal(formatShare(used, total)),
    percent: formats.percent,
    rate: (figure) => decimal(formatRate(figure)),
    duration: (ms) =>
      durationParts(ms)
        .map(([count, unit]) => say({ id: `short.${unit}`, values: { count } }))
        .join(' '),
  };
}

export const englishWords = wordsIn(english);
