// Text that stays text where markup is shown.

/** A backslash before each character that could begin markup or a link. */
export const escapeMarkdown = (character: string): string =>
  /^[\\*_~`|<>[\]#/&]$/.test(character) ? `\\${character}` : character;

const html: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };
export const escapeHtml = (character: string): string => html[character] ?? character;

/**
 * Slack knows no other entities. An "@" is followed by a space of no width: receivers of the same format (Mattermost), and Slack with
 * link_names, read "@channel" in plain text and call everybody.
 */
export const escapeSlack = (character: string): string => {
  if (character === '@') return '@\u200B';
  return character === '"' ? character : escapeHtml(character);
};
