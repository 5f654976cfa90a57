// A share of something as a figure: a bar, what it means, who measured it, and its past.
import { usageTone } from '../../lib/tone.ts';
import type { Figure, Line, Measured } from './detail.ts';
import { messages } from './messages.ts';

interface UsageInput {
  id: string;
  title: string;
  /** Which bands colour it. */
  bands: Parameters<typeof usageTone>[0];
  /** Undefined while it is not known; `note` says why. */
  percent: number | undefined;
  /** The share that decides the colour where there is no threshold, if it is not `percent`. */
  graded?: number | undefined;
  limit: NonNullable<Figure['share']>['limit'];
  note: string | undefined;
  measured: Measured;
  line: Omit<Line, 'name' | 'live'>;
  /** Further lines in the same chart. */
  more?: readonly Line[];
}

export const usage = ({
  id,
  title,
  bands,
  percent,
  graded = percent,
  limit,
  note,
  measured,
  line,
  more = [],
}: UsageInput): Figure => ({
  id,
  title,
  note,
  ...(percent !== undefined && {
    share: { percent, tone: usageTone(bands, limit ? percent : (graded ?? percent), limit), limit },
    measured,
  }),
  plot: { unit: 'percent', lines: [{ ...line, name: '', live: percent }, ...more], limit: limit?.trigger },
});

/** Their past only, of a resource that has no figures now. */
export const withoutValues = (figures: readonly Figure[]): Figure[] =>
  figures.map(({ id, title, plot, isRare = false }) => ({
    id,
    title,
    // The value of now would be the end of the line.
    ...(plot && { plot: { ...plot, lines: plot.lines.map((line) => ({ ...line, live: undefined })) } }),
    isRare,
    note: messages.noFigures,
  }));
