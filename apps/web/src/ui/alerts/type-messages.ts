// What each type of alert is called.
import { typeNames } from '@belfry/domain/alerts/type-names';
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('alertTypes', {
  names: typeNames,
  /** A type that an older version stored has its own name. */
  name: (type: string): string => (typeNames as Readonly<Record<string, string>>)[type] ?? type,
});
