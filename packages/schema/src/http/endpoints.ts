// All endpoints. A route that is not here does not exist.
import { alertConfigEndpoints } from './alert-config.ts';
import { alertEndpoints } from './alerts.ts';
import { backtestAlerts } from './backtest.ts';
import { baselineEndpoints } from './baselines.ts';
import { configFileEndpoints } from './config-file.ts';
import { deliveryEndpoints } from './deliveries.ts';
import { diagnosticsEndpoints } from './diagnostics.ts';
import { getDiscovery, startDiscovery } from './discovery.ts';
import { dockerEndpoints } from './docker.ts';
import { drillEndpoints } from './drills.ts';
import { emailEndpoints } from './email.ts';
import type { Endpoint } from './endpoint.ts';
import { exportEndpoints } from './exports.ts';
import { getForecasts } from './forecasts.ts';
import { guestMetadataEndpoints } from './guest-metadata.ts';
import { heartbeatEndpoints } from './heartbeat.ts';
import { historyEndpoints } from './history.ts';
import { readHostCertificate } from './host-certificate.ts';
import { journalEndpoints } from './journal.ts';
import { keptReportEndpoints } from './kept-reports.ts';
import { listEndpoints } from './lists.ts';
import { getHealth, getOpenApi, getPerformance, getReady, getState, getStats, getVersion } from './monitoring.ts';
import { monthlyReportEndpoints } from './monthly-reports.ts';
import { mqttEndpoints } from './mqtt.ts';
import { addNode, deleteNode, listNodes, testConfig, testConnection, testNode, updateNode } from './nodes.ts';
import { getNoise } from './noise.ts';
import { notificationSettingsEndpoints } from './notification-settings.ts';
import { oidcEndpoints } from './oidc.ts';
import { autoRegister, getServerAddresses, setupScript, setupScriptUrl } from './onboarding.ts';
import { ownBackupEndpoints } from './own-backups.ts';
import { protectionEndpoints } from './protection.ts';
import { proxmoxPushEndpoints } from './proxmox-push.ts';
import { pushEndpoints } from './push-browsers.ts';
import { listRecipients } from './recipients.ts';
import { recoveryEndpoints } from './recovery.ts';
import { remoteHistoryEndpoints } from './remote-history.ts';
import { reportEndpoints } from './reports.ts';
import { securityEndpoints } from './security.ts';
import { sensorEndpoints } from './sensors.ts';
import { getServers } from './servers.ts';
import { siteEndpoints } from './sites.ts';
import { systemEndpoints } from './system.ts';
import { getTestPlans, putTestPlans } from './test-plans.ts';
import { transferEndpoints } from './transfer.ts';
import { updateEndpoints } from './updates.ts';
import { viewLinkEndpoints } from './view-links.ts';
import { viewEndpoints } from './views.ts';
import { webhookEndpoints } from './webhooks.ts';

const all = [
  ...[getState, getHealth, getVersion, getStats, getPerformance, getOpenApi],
  ...listEndpoints,
  ...historyEndpoints,
  ...journalEndpoints,
  ...protectionEndpoints,
  ...exportEndpoints,
  ...remoteHistoryEndpoints,
  ...alertEndpoints,
  ...securityEndpoints,
  ...recoveryEndpoints,
  ...oidcEndpoints,
  ...[listNodes, addNode, updateNode, deleteNode, testConnection, testConfig, testNode],
  readHostCertificate,
  ...transferEndpoints,
  ...configFileEndpoints,
  ...diagnosticsEndpoints,
  ...[setupScriptUrl, setupScript, autoRegister, getServerAddresses],
  ...[getDiscovery, startDiscovery],
  ...dockerEndpoints,
  ...sensorEndpoints,
  ...proxmoxPushEndpoints,
  ...siteEndpoints,
  ...systemEndpoints,
  ...ownBackupEndpoints,
  ...guestMetadataEndpoints,
  ...updateEndpoints,
  ...viewEndpoints,
  ...viewLinkEndpoints,
  ...webhookEndpoints,
  ...alertConfigEndpoints,
  ...deliveryEndpoints,
  ...pushEndpoints,
  ...mqttEndpoints,
  listRecipients,
  ...emailEndpoints,
  ...notificationSettingsEndpoints,
  ...heartbeatEndpoints,
  getForecasts,
  backtestAlerts,
  ...reportEndpoints,
  getReady,
  ...keptReportEndpoints,
  ...drillEndpoints,
  getServers,
  ...monthlyReportEndpoints,
  getTestPlans,
  putTestPlans,
  getNoise,
  ...baselineEndpoints,
] as const;

export const endpoints: readonly Endpoint[] = all;

/** Each endpoint by its name, as in `PUT /api/config/nodes/:id`. */
export type Endpoints = { [E in (typeof all)[number] as `${E['method']} ${E['path']}`]: E };
