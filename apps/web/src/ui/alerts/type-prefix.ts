// The type of an alert before its message. Pure.

import type { AlertType } from '@belfry/domain/alerts/catalogue';
import { messages } from './type-messages.ts';

/** Their messages say the same in other words: "Not reachable: is offline." */
const SAID: ReadonlySet<string> = new Set<AlertType>([
  ...(['cpu', 'memory', 'disk', 'connectivity', 'ha-error'] as const),
  ...(['pbs-job', 'replication', 'backup-failed', 'disk-health'] as const),
  ...(['zfs-device', 'zfs-pool-errors', 'zfs-pool-state'] as const),
  ...(['queue-depth', 'queue-total', 'queue-deferred', 'queue-hold'] as const),
  ...(['docker-host-offline', 'docker-container-state', 'docker-container-health'] as const),
  ...(['docker-container-restart-loop', 'docker-container-oom-kill', 'docker-container-memory-limit'] as const),
]);

/** These too, while they are whole: "Datastore main of pbs-main is 97 % full.", but not "at 94 %: 737 GB of 12 TB free." */
const SAID_WHOLE: ReadonlySet<string> = new Set<AlertType>(['usage']);

/**
 * The name of the type. Empty where the message contains it, such as "CPU usage is 91 %.", or says the same. `isShort`: the name of the
 * resource was left out.
 */
export function typePrefix(type: string, message: string, isShort: boolean): string {
  const name = messages.name(type);
  return SAID.has(type) || (SAID_WHOLE.has(type) && !isShort) || message.toLowerCase().includes(name.toLowerCase())
    ? ''
    : name;
}
