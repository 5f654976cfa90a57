// The settings of Belfry itself as readings for its journal: the configuration as one document, without secrets, and who changed it by the
// audit log.
import { type Fields, isFields } from '@belfry/domain/delta/same';
import { journalIds } from '@belfry/domain/ids';
import { isSecretField, SET, type Settings, sorted, valueText, withoutSecrets } from '@belfry/domain/journal/settings';
import type { AuditEvent } from '@belfry/schema/http/security';
import type { ChangingTask, SettingsList, SettingsReading } from '@belfry/schema/journal/reading';
import { MASK } from '@belfry/schema/notifications/mask';

export const BELFRY = 'belfry';

/** An entry of the audit log. `at` epoch ms. */
export interface OwnDeed {
  id: number;
  at: number;
  event: string;
  user: string;
}

/** The sections of the document that are lists of things with names, and who is known to change each section. */
const lists: Readonly<Record<string, readonly AuditEvent[]>> = {
  instances: ['node_added', 'node_changed', 'node_deleted', 'node_registered'],
  users: ['setup', 'credentials_rotated'],
  tokens: ['token_created', 'token_revoked'],
  maintenance: ['maintenance_added', 'maintenance_changed', 'maintenance_removed'],
  'destinations.webhooks': ['webhook_added', 'webhook_changed', 'webhook_deleted'],
  sites: ['site_added', 'site_changed', 'site_removed'],
};
const objects: Readonly<Record<string, readonly AuditEvent[]>> = {
  oidc: ['oidc_changed'],
  system: ['settings_changed'],
  alerts: ['alert_config_changed'],
  schedule: ['alert_config_changed'],
  guests: ['metadata_changed'],
  protection: ['protection_changed'],
  'destinations.general': ['notification_settings_changed'],
  'destinations.email': ['email_changed'],
  'destinations.mqtt': ['settings_changed'],
  'exports.prometheus': ['settings_changed'],
  'exports.influxdb': ['settings_changed'],
  historyEngine: ['settings_changed'],
};
const OF_ALL: readonly string[] = ['config_imported', 'config_applied'] satisfies AuditEvent[];

/** Times that pass by themselves, and what is made of a secret. */
const LEFT_OUT = /(?:^|\.)(?:lastUsedAt|createdAt|changedAt|hash|hint)$/;

export interface OwnChanges {
  settings: SettingsReading[];
  settingsLists: SettingsList[];
}

/** `document` without secrets. `deeds`: those since the last reading. `known`: the ids of the things of that reading, by section. */
export function ownReadings(
  document: Fields,
  deeds: readonly OwnDeed[],
  known: ReadonlyMap<string, readonly string[]>,
): OwnChanges {
  const settings: SettingsReading[] = [];
  const settingsLists: SettingsList[] = [];
  for (const [section, events] of Object.entries(objects)) {
    const content = at(document, section);
    // What the environment sets is not in the document.
    if (!isFields(content)) continue;
    const resource = journalIds(BELFRY, section).slice(0, -1);
    settings.push({ ...base(resource, section), settings: flat(content), tasks: tasksOf(deeds, events) });
  }
  for (const [section, events] of Object.entries(lists)) {
    const content = at(document, section);
    if (!Array.isArray(content)) continue;
    const under = journalIds(BELFRY, section);
    const found = content.filter(isFields).map((entry) => ({
      ...base(`${under}${String(entry.id ?? entry.name)}`, String(entry.name ?? entry.id)),
      ...{ settings: flat(entry), tasks: tasksOf(deeds, events) },
    }));
    const resources = found.map(({ resource }) => resource);
    const gone = (known.get(section) ?? []).filter((id) => !resources.includes(id));
    const removed = tasksOf(deeds, events, 'removal');
    settings.push(...found);
    settingsLists.push({
      ...{ kind: BELFRY, under, resources },
      ...(gone.length > 0 && { removals: Object.fromEntries(gone.map((id) => [id, removed])) }),
    });
  }
  return { settings, settingsLists };
}

const base = (resource: string, name: string) => ({ resource, kind: BELFRY, name }) as const;

const at = (document: Fields, section: string): unknown =>
  section.split('.').reduce<unknown>((inner, name) => (isFields(inner) ? inner[name] : undefined), document);

const tasksOf = (
  deeds: readonly OwnDeed[],
  events: readonly string[],
  touches?: ChangingTask['touches'],
): ChangingTask[] =>
  deeds
    .filter(({ event }) => events.includes(event) || OF_ALL.includes(event))
    .flatMap(({ id, at, user }) =>
      (touches ? [touches] : (['settings', 'creation'] as const)).map((each) => ({
        ...{ id: `${id} ${each}`, user, at },
        touches: each,
      })),
    );

/** One field for each value: `overrides.dc-100.cpu.trigger`. Things with ids or names are found by them, whatever their order. */
function flat(content: Fields): Settings {
  const settings: Record<string, string> = {};
  const visit = (value: unknown, path: string): void => {
    if (LEFT_OUT.test(path)) return;
    if (value === MASK || (isSecretField(path.split('.').at(-1) ?? '') && value !== undefined && value !== ''))
      settings[path] = SET;
    else if (Array.isArray(value)) visitList(value, path);
    else if (isFields(value))
      for (const [name, own] of Object.entries(value)) visit(own, path ? `${path}.${name}` : name);
    else {
      const text = valueText(value);
      if (text !== undefined && text !== '') settings[path] = withoutSecrets(text);
    }
  };
  const visitList = (list: readonly unknown[], path: string): void => {
    const names = list.map((each) => (isFields(each) ? (each.id ?? each.name) : undefined));
    if (list.length > 0 && names.every((name) => typeof name === 'string'))
      for (const [i, each] of list.entries()) visit(each, `${path}.${names[i]}`);
    else if (list.length > 0)
      settings[path] = withoutSecrets(
        list.map((each) => valueText(each) ?? JSON.stringify(flat({ item: each }))).join(', '),
      );
  };
  visit(content, '');
  return sorted(settings);
}
