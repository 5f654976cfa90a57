// One half of the file of alerts, for tests that need no more. Closing it closes the file.
import { type AlertsFileOptions, openAlertsFile } from '../alerts-file.ts';
import type { AlertsStore } from '../alerts-store.ts';
import type { OutboxStore } from '../outbox-store.ts';

export async function openAlerts(options: AlertsFileOptions): Promise<AlertsStore> {
  const { alerts, close } = openAlertsFile(options);
  return { ...alerts, close };
}

export async function openOutboxFile(options: AlertsFileOptions): Promise<OutboxStore> {
  const { outbox, close } = openAlertsFile(options);
  return { ...outbox, close };
}
