// How many guests of a node fit elsewhere. A guest of which nothing is known does not count as one that stays. Pure.
import { messages } from './messages.ts';

export function fitText(fit: number, total: number, unknown: number): string {
  if (total === 0) return messages.noGuests;
  if (unknown === total) return messages.notKnown(total);
  if (fit === total) return messages.allFit(total);
  return unknown > 0
    ? `${messages.someFit(fit, total)} ${messages.ofWhichUnknown(unknown)}`
    : messages.someFit(fit, total);
}
