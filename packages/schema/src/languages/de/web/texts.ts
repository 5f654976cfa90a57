// The texts of the web client in German. Each file has those of one messages.ts.
import { address } from './address.ts';
import { agents } from './agents.ts';
import { alertBrowsers } from './alert-browsers.ts';
import { alertConfig } from './alert-config.ts';
import { alertDestinations } from './alert-destinations.ts';
import { alertHistory } from './alert-history.ts';
import { alertMarks } from './alert-marks.ts';
import { alertNoise } from './alert-noise.ts';
import { alertRecipients } from './alert-recipients.ts';
import { alertRouting } from './alert-routing.ts';
import { alertSchedule } from './alert-schedule.ts';
import { alertThresholds } from './alert-thresholds.ts';
import { alertTypes } from './alert-types.ts';
import { alertWaysOut } from './alert-ways-out.ts';
import { alertWhy } from './alert-why.ts';
import { alerts } from './alerts.ts';
import { alertsOverview } from './alerts-overview.ts';
import { api } from './api.ts';
import { area } from './area.ts';
import { backupArea } from './backup-area.ts';
import { backupServer } from './backup-server.ts';
import { backups } from './backups.ts';
import { commands } from './commands.ts';
import { credentials } from './credentials.ts';
import { deliveryLog } from './delivery-log.ts';
import { detail } from './detail.ts';
import { diskHealth } from './disk-health.ts';
import { docker } from './docker.ts';
import { draft } from './draft.ts';
import { drills } from './drills.ts';
import { figures } from './figures.ts';
import { forecast } from './forecast.ts';
import { gaps } from './gaps.ts';
import { gate } from './gate.ts';
import { guest } from './guest.ts';
import { guestProtection } from './guest-protection.ts';
import { journal } from './journal.ts';
import { journalChange } from './journal-change.ts';
import { keys } from './keys.ts';
import { lib } from './lib.ts';
import { link } from './link.ts';
import { login } from './login.ts';
import { mail } from './mail.ts';
import { missingSelection } from './missing-selection.ts';
import { nodeLoss } from './node-loss.ts';
import { nodes } from './nodes.ts';
import { notFound } from './not-found.ts';
import { overview } from './overview.ts';
import { ownBackups } from './own-backups.ts';
import { problemList } from './problem-list.ts';
import { protection } from './protection.ts';
import { reports } from './reports.ts';
import { security } from './security.ts';
import { settings } from './settings.ts';
import { settingsDiagnostics } from './settings-diagnostics.ts';
import { settingsDocker } from './settings-docker.ts';
import { settingsExports } from './settings-exports.ts';
import { settingsHistory } from './settings-history.ts';
import { settingsNodes } from './settings-nodes.ts';
import { settingsSites } from './settings-sites.ts';
import { settingsSystem } from './settings-system.ts';
import { settingsTransfer } from './settings-transfer.ts';
import { settingsUpdates } from './settings-updates.ts';
import { settingsUrls } from './settings-urls.ts';
import { shell } from './shell.ts';
import { signIns } from './sign-ins.ts';
import { siteHeads } from './site-heads.ts';
import { storage } from './storage.ts';
import { strip } from './strip.ts';
import { table } from './table.ts';
import { ui } from './ui.ts';
import { update } from './update.ts';
import { views } from './views.ts';

/** By the names that the features give to their texts. */
export const texts: Readonly<Record<string, object>> = {
  address,
  journal,
  journalChange,
  detail,
  deliveryLog,
  alertWaysOut,
  alertWhy,
  alertRecipients,
  alertBrowsers,
  agents,
  alertDestinations,
  alertConfig,
  alertHistory,
  alertNoise,
  alertRouting,
  alertSchedule,
  alertThresholds,
  alertTypes,
  alertMarks,
  alerts,
  alertsOverview,
  api,
  area,
  backupArea,
  backups,
  backupServer,
  commands,
  credentials,
  diskHealth,
  docker,
  draft,
  figures,
  forecast,
  gaps,
  gate,
  guest,
  guestProtection,
  keys,
  lib,
  link,
  login,
  mail,
  'missing-selection': missingSelection,
  'not-found': notFound,
  nodeLoss,
  nodes,
  overview,
  ownBackups,
  protection,
  drills,
  reports,
  security,
  settings,
  settingsDiagnostics,
  settingsExports,
  settingsDocker,
  settingsHistory,
  settingsNodes,
  settingsSites,
  siteHeads,
  settingsSystem,
  settingsTransfer,
  settingsUpdates,
  settingsUrls,
  problemList,
  shell,
  signIns,
  storage,
  strip,
  table,
  ui,
  update,
  views,
};
