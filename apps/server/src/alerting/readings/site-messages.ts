// What alerts about sites say.
import type { Site } from '@belfry/schema/entities/site';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { clockMessage } from './instance-messages.ts';

export const siteMessages = {
  silent: ({ name }: Site): Sentence => ({ id: 'site.silent', values: { name } }),
  clock: ({ name, clockOffsetMs = 0 }: Site): Sentence =>
    clockMessage({ id: 'site.collector', values: { name } }, Math.round(clockOffsetMs / 1000)),
};
