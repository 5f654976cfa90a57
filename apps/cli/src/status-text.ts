import { moment } from './language/said.ts';
import { messages } from './messages/lists.ts';

/** The last status of a node or a guest that Belfry knows, with a mark if the instance has not answered since. `staleSince` ISO. */
export function statusText({ status, staleSince }: { status: string; staleSince?: string | undefined }): string {
  const statuses: Readonly<Record<string, string>> = messages.statuses;
  const text = Object.hasOwn(statuses, status) ? (statuses[status] ?? status) : status;
  return staleSince === undefined ? text : messages.notHeard(text, moment(staleSince));
}
