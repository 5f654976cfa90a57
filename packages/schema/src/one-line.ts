// Texts that somebody else chose: the name of a person from an identity provider, of a guest, of a host. They are shown in one line,
// written into logs and sent in messages.

/**
 * Characters that break a line, control a terminal, turn the direction of the text, or cannot be seen. The joiners of emoji and of
 * some scripts stay.
 */
const UNSEEN = /(?:[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0001}])+/gu;

/** The text in one line: a space in place of such characters, and none at the ends. */
export const oneLine = (text: string): string => text.replace(UNSEEN, ' ').trim();
