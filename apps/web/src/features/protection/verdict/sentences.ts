// The first lines of the screen: how last night went, and what would be lost now.
import type { LastNight, Losses } from '@belfry/domain/protection/estate';
import { messages } from '../messages.ts';

/** So many guests are named; of more only the number is said. */
const MAX_NAMES = 3;
const BAD = ['failed', 'missed', 'damaged', 'ambiguous'] as const;

export const nightSentence = (night: LastNight, nameOf: (id: string) => string): string =>
  [plannedSentence(night, nameOf), night.byHand > 0 && messages.byHandFailed(night.byHand)].filter(Boolean).join(' ');

function plannedSentence({ due, worked, open, bad, failed }: LastNight, nameOf: (id: string) => string): string {
  const { allWorked, allBut, allSoFar, allSoFarBut, someWorked, sentence, notOver, notPlanned } = messages;
  // while some are not over, nothing is said of all
  const going = open === 0 ? '' : ` ${notOver(open)}`;
  const isOver = open === 0;
  if (due === 0) return open === 0 ? notPlanned : notOver(open);
  if (failed.length === 0) return isOver ? allWorked(due) : `${allSoFar(due)}${going}`;
  if (failed.length <= MAX_NAMES && worked > 0) {
    const names = failed.map(nameOf);
    return isOver ? allBut(names) : `${allSoFarBut(worked, due, names)}${going}`;
  }
  const parts = BAD.flatMap((name) => (bad[name] > 0 ? messages.bad[name](bad[name]) : []));
  return `${someWorked(worked, due)} ${sentence(parts)}${going}`;
}

export const lossSentence = ({ covered, within, whole }: Losses): string =>
  [covered > 0 && messages.within(within, covered), whole > 0 && messages.whole(whole)].filter(Boolean).join(' ');

/** The offset of the browser's clock in ms. */
export const clockOfBrowser = (at: number): number => -new Date(at).getTimezoneOffset() * 60_000;
