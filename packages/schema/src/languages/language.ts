// What a language is: the sentences of Belfry by their names, and how its figures are written.
import type { SentenceId } from '../sentences/sentence.ts';

export interface Language {
  /** A BCP 47 tag. */
  tag: string;
  /** A missing sentence is shown in English. */
  sentences: Readonly<Partial<Record<SentenceId, string>>>;
  /** What stands between thousands, and before decimals. */
  thousands: string;
  point: string;
  /** Whether a noun after this number has the first of its two forms: "1 day". */
  isOne(count: number): boolean;
}
