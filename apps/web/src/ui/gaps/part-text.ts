// The name of a part that a host does not show, in the language of the user. Pure.
import { messages } from './messages.ts';

const PLACED = /^(backups|figures|queues|services) (?:of|on) (.+)$/s;

const isPart = (part: string): part is keyof typeof messages.parts => Object.hasOwn(messages.parts, part);
const isPlaced = (what: string | undefined): what is keyof typeof messages.partsOf => what !== undefined;

/** A part that is not known here stays as the server says it. */
export function partText(part: string): string {
  if (isPart(part)) return messages.parts[part];
  const [, what, name] = PLACED.exec(part) ?? [];
  return isPlaced(what) && name !== undefined ? messages.partsOf[what](name) : part;
}
