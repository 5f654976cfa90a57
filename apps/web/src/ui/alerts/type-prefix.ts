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

/** The name of the type. Empty where the message contains it, such as "CPU usage is 91 %.", or says the same. */
export function typePrefix(type: string, message: string): string {
  const name = messages.name(type);
  return SAID.has(type) || message.toLowerCase().includes(name.toLowerCase()) ? '' : name;
}
