// A finding without the time of its reading.
import type { Finding } from '@belfry/schema/journal/finding';
import type { Sentence } from '@belfry/schema/sentences/sentence';

export type Found = Pick<Finding, 'tone' | 'sentence'>;

export const found = (tone: Finding['tone'], sentence: Sentence): Found => ({ tone, sentence });
