// What a destination was told about one occurrence of an alert. The planner decides by it what is still to be said.
import type { Told } from '../db/outbox-store.ts';

export type { Told };

export const toldKey = ({ destination, occurrence }: Pick<Told, 'destination' | 'occurrence'>): string =>
  `${destination}\n${occurrence}`;
