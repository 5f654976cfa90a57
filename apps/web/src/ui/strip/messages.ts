// The texts of a strip.
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('strip', {
  heads: { cpu: 'CPU, 1 h', memory: 'Memory, 1 h' },
  hours: { cpu: 'CPU in the last hour', memory: 'Memory in the last hour' },
  summary: (name: string, lowest: string, highest: string, last: string) =>
    lowest === highest ? `${name}: ${last} all the time` : `${name}: ${lowest} to ${highest}, at the end ${last}`,
  empty: (name: string) => `${name}: no values`,
});
