// The names of thresholds and their values, for the list of unsaved changes.
import type { ConfigPath } from '../alert-config/config-path.ts';
import { type Place, plainText } from '../alert-config/plain-text.ts';
import { isOff, isThreshold, shownNumber } from './fields.ts';
import { knownName } from './known-names.ts';
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
        text: textOf(field),
      };
    }
    case 'timeThresholds':
      return { name: messages.delayIn(tableOf(({ delays }) => delays === key) ?? key), text: plainText };
    case 'metricTimeThresholds':
      return {
        name: `${messages.delayIn(tableOf(({ delays }) => delays === key) ?? key)} ${fieldName(field)}`,
        text: (value) => (value === undefined ? messages.inherited : plainText(value)),
      };
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
  return { name: [table, messages.defaults, fieldName(name)].join(' '), text: textOf(name) };
}

/** The value is whether it is off. */
const whetherOn = (value: unknown): string => plainText(value !== true);

const tableOf = (is: (section: Section) => boolean): string | undefined => {
  const found = Object.values(sections).find(is);
  return found && tableName(found);
};

function fieldName(field: string): string {
  const flags: Readonly<Record<string, string>> = messages.flags;
  const heads: Readonly<Record<string, string>> = messages.heads;
  const names = Object.keys(heads);
  return flags[field] ?? heads[field] ?? heads[names.find((name) => name.toLowerCase() === field) ?? ''] ?? field;
}

function textOf(field: string): (value: unknown) => string {
  if (field === 'disabled' || field === 'disableConnectivity')
    return (value) => (value === undefined ? messages.inherited : whetherOn(value));
  return (value) => {
    if (value === undefined) return messages.inherited;
    if (value === 'warning' || value === 'critical') return messages.offline[value];
    if (!isThreshold(value) && typeof value !== 'number') return plainText(value);
    const number = shownNumber(value);
    return isOff(number) ? messages.offValue : messages.number(number);
  };
}

/** The name of a container is stored with its override. It is no change that anybody made. */
export const isTold = ([root, , field]: ConfigPath): boolean => root !== 'overrides' || field !== 'name';
