// A message as plain text.
import type { Content } from './content.ts';

const RULE = '-'.repeat(40);

export function plainOf({ label, title, summary, facts, entries, left, links, footer }: Content): string {
  const width = Math.max(0, ...facts.map(({ name }) => name.length)) + 2;
  const parts = [
    `${label}: ${title}`,
    summary,
    facts.map(({ name, value }) => `${`${name}:`.padEnd(width)}${value}`).join('\n'),
    entries
      .map(({ label: word, name, line, details }) => {
        const lines = [`${word}: ${name}`, line, ...(details.length > 0 ? [details.join(' | ')] : [])];
        return lines.join('\n  ');
      })
      .join('\n\n'),
    left,
    links.map(({ name, url }) => `${name}: ${url}`).join('\n'),
    `${RULE}\n${footer}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
