// A hub for tests, with the errors nobody expected.
import type { State } from '@belfry/schema/state';
import type { Clock } from '../../lib/clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { createHub, type Hub } from '../hub.ts';
import { createPlainText } from '../plain-text.ts';

export function testHub(initial: State, clock: Clock, mostBytes?: number): Hub & { defects: string[] } {
  const defects: string[] = [];
  const plainText = createPlainText({ clock, log: createLogger('silent'), mostBytes });
  const onDefect = (error: unknown) => defects.push(String(error));
  return { ...createHub({ initial, plainText, clock, onDefect, version: '1', mostBytes }), defects };
}
