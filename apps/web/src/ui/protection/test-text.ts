// A restore test in words: "3 months ago, it worked".
import type { RestoreTest } from '@belfry/schema/protection/decisions';
import { formatAgo } from '../../lib/language/format.ts';
import { messages } from './messages.ts';

export const testText = ({ at, result }: Pick<RestoreTest, 'at' | 'result'>, now: number): string =>
  messages.tested[result](formatAgo(Date.parse(at), now));
