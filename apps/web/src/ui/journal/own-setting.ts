// What a setting of Belfry itself is: its name says it only to somebody who knows it, such as "default" of an API token. Pure.
import type { JournalEntry } from '@belfry/schema/journal/entry';
import { messages } from './messages.ts';

/** "API token". Undefined for what hosts have, and for sections, which have their own name. */
export function ownSetting({ kind, resource }: Pick<JournalEntry, 'kind' | 'resource'>): string | undefined {
  if (kind !== 'belfry') return undefined;
  const [, section = '', name] = resource.split('/');
  return name !== undefined && Object.hasOwn(messages.own, section)
    ? messages.own[section as keyof typeof messages.own]
    : undefined;
}
