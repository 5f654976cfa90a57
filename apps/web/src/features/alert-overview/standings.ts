// How many alerts somebody takes care of, and who, so that the parts add up to all of them. Pure.
import type { Alert } from '@belfry/schema/entities/alert';
import { type Standing, standingOf } from '../../ui/alerts/standing.ts';
import { messages } from './messages.ts';

export type Standings = Readonly<Record<Standing, number>>;

export function standingsOf(alerts: readonly Alert[]): Standings {
  const counts = { firing: 0, silenced: 0, acknowledged: 0, explained: 0 };
  for (const alert of alerts) counts[standingOf(alert)]++;
  return counts;
}

/** "40 open", "2 part of a larger problem": open alerts always, the others if there are any, and those of `without` not. */
export const standingTexts = (standings: Standings, without?: Standing): string[] =>
  (['firing', 'silenced', 'acknowledged', 'explained'] as const).flatMap((standing) =>
    standing !== without && (standing === 'firing' || standings[standing] > 0)
      ? [messages.ofStanding[standing](standings[standing])]
      : [],
  );
