// The message of an alert for a row that has the name of its resource in another cell. Pure.

import type { Alert } from '@belfry/schema/entities/alert';
import { messageOf } from '../../lib/language/server-words.ts';

/**
 * "VM web (105): CPU usage is 91 %." → "CPU usage is 91 %.", "VM web (105) is powered off." → "is powered off.", "Sync job s1 on pbs failed."
 * → "Sync job s1 failed." The model of a disk is left out as the number of a guest.
 */
export function shortMessage(alert: Pick<Alert, 'message' | 'sentence' | 'resourceName'>): string {
  const { resourceName } = alert;
  const message = messageOf(alert);
  const at = resourceName === '' ? -1 : message.indexOf(`${resourceName} `);
  const colonAt = resourceName === '' ? -1 : message.indexOf(`${resourceName}:`);
  const start = at >= 0 ? at : colonAt;
  // only a kind such as "VM" or "Docker host" may stand before the name
  if (start < 0 || !/^([\p{L}\w-]+ ){0,2}$/u.test(message.slice(0, start))) return withoutPlace(message, resourceName);
  const rest = message
    .slice(start + resourceName.length)
    .replace(/^ \([^)]*\)/, '')
    .replace(/^:/, '')
    .trim();
  return rest === '' ? message : rest;
}

function withoutPlace(message: string, name: string): string {
  const at = name === '' ? -1 : message.indexOf(` on ${name} `);
  return at <= 0 ? message : message.slice(0, at) + message.slice(at + ` on ${name}`.length);
}
