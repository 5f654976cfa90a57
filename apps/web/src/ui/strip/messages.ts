// The texts of a strip.
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('strip', {
  summary: (name: string, lowest: string, highest: string, last: string) =>
    lowest === highest ? `${name}: ${last} all the time` : `${name}: ${lowest} to ${highest}, at the end ${last}`,
  empty: (name: string) => `${name}: no values`,
});
