// The names of thresholds and their values, for the list of unsaved changes.
import type { AlertConfig, Override } from '@belfry/schema/alerts/config';
import type { ConfigPath } from '../../alert-config/config-path.ts';
import { type Place, plainText } from '../../alert-config/plain-text.ts';
import { isOff, isThreshold, shownNumber } from './fields.ts';
import { inheritedByKey, inheritedByTarget } from './inherited-text.ts';
import { knownName } from './known-resources.ts';
import { messages } from './messages.ts';
import { type Section, sections } from './sections.ts';
import { sharedName, tableName } from './value-text.ts';

export function thresholdPlace(path: ConfigPath): Place {
  const [root, key = '', field = ''] = path;
  switch (root) {
    case 'overrides': {
      const isShared = key.startsWith('tag:') || key.startsWith('node:');
      return {
        name: `${isShared ? sharedName(key, knownName) : knownName(key)} ${fieldName(field)}`,
        text: (value, config) =>
          overriddenText(field, value) ?? inheritedByKey(config, key, field) ?? messages.inherited,
      };
    }
    case 'timeThresholds':
      return { name: messages.delayIn(tableOf(({ delays }) => delays === key) ?? key), text: plainText };
    case 'metricTimeThresholds': {
      const section = sectionOf(({ delays }) => delays === key);
      return {
        name: `${messages.delayIn(section ? tableName(section) : key)} ${fieldName(field)}`,
        text: (value, config) =>
          value === undefined
            ? ((section && delayText(config, section, field)) ?? messages.inherited)
            : plainText(value),
      };
    }
    default:
      return tablePlace(path);
  }
}

function tablePlace([root, field = '']: ConfigPath): Place {
  const allOff = tableOf((section) => section.allOff === root);
  if (allOff !== undefined) return { name: `${allOff} ${messages.alerts}`, text: whetherOn };
  const offline = tableOf((section) => section.offlineOff === root);
  if (offline !== undefined) return { name: `${offline} ${messages.offlineAlerts}`, text: whetherOn };
  const name = field || (root === 'storageDefault' ? 'usage' : root);
  const table = tableOf(({ defaultAt }) => defaultAt?.('cpu')[0] === root);
  return {
    name: [table, messages.defaults, fieldName(name)].join(' '),
    text: (value) => overriddenText(name, value) ?? messages.inherited,
  };
}

/** The value is whether it is off. */
const whetherOn = (value: unknown): string => plainText(value !== true);

const sectionOf = (is: (section: Section) => boolean): Section | undefined => Object.values(sections).find(is);

const tableOf = (is: (section: Section) => boolean): string | undefined => {
  const found = sectionOf(is);
  return found && tableName(found);
};

/** The path of a delay has the name of the metric in small letters. */
function delayText(config: AlertConfig, section: Section, name: string): string | undefined {
  const field = section.fields.find((each) => each.toLowerCase() === name);
  return field && inheritedByTarget(config, { kind: 'delays', section }, field);
}

function fieldName(field: string): string {
  const flags: Readonly<Record<string, string>> = messages.flags;
  const heads: Readonly<Record<string, string>> = messages.heads;
  const names = Object.keys(heads);
  return flags[field] ?? heads[field] ?? heads[names.find((name) => name.toLowerCase() === field) ?? ''] ?? field;
}

/** Undefined where there is no value. */
function overriddenText(field: string, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (field === 'disabled' || field === 'disableConnectivity') return whetherOn(value);
  if (value === 'warning' || value === 'critical') return messages.offline[value];
  if (!isThreshold(value) && typeof value !== 'number') return plainText(value);
  const number = shownNumber(value);
  return isOff(number) ? messages.offValue : messages.number(number);
}

/** All values of an override: "CPU % 95, Alerts off". */
export const overrideText = (override: Override): string =>
  Object.entries(override)
    .filter(([field]) => field !== 'name')
    .map(([field, value]) => `${fieldName(field)} ${overriddenText(field, value)}`)
    .join(', ');
