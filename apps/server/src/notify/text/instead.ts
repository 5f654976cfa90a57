// What a message says that was sent to a stand-in.
import type { Notice } from '../notice.ts';

type Given = Pick<Notice, 'insteadOf'>;

/** " (in place of ops-discord)". Empty in other messages. */
export const insteadTitle = ({ insteadOf }: Given): string => (insteadOf ? ` (in place of ${insteadOf.name})` : '');

/** Why it comes here, as a sentence. Empty in other messages. */
export function insteadText({ insteadOf }: Given): string {
  if (!insteadOf) return '';
  const { name, why } = insteadOf;
  return why ? `Sent here because ${name} does not take messages: ${why}` : `Sent here in place of ${name}.`;
}
