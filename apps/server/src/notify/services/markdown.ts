// Text that stays text where markup is shown.

/** A backslash before each character that could begin markup or a link. */
export const escapeMarkdown = (character: string): string =>
  /^[\\*_~`|<>[\]#/&]$/.test(character) ? `\\${character}` : character;

const html: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };
export const escapeHtml = (character: string): string => html[character] ?? character;

/** Slack knows no other entities. */
export const escapeSlack = (character: string): string => (character === '"' ? character : escapeHtml(character));
