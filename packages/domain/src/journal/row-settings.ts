// A row of a configuration as settings: a backup job, a storage, a user. One field of the answer is one field of the journal.
import { isFields } from '../delta/same.ts';
import { isSecretField, SET, type Settings, setOf, sorted, valueText, withoutSecrets } from './settings.ts';

export interface RowShape {
  /** The only fields that are kept, where they are known. */
  only?: readonly string[];
  /** Computed by the host, or the place of the row in its list. */
  computed: readonly string[];
  /** Lists without an order. */
  sets: readonly string[];
  /** Epoch seconds. 0 is no time. */
  times?: readonly string[];
  /** What a field is that the host leaves out. */
  defaults?: Settings;
}

/** `digest` is that of a whole file. */
const ALWAYS_COMPUTED = 'digest';

type Raw = Readonly<Record<string, unknown>>;

/** A part of an object has its name behind a point. What is no text, number or list is left out. */
export function rowSettings(row: Raw, { only, computed, sets, times = [], defaults }: RowShape): Settings {
  const settings: Record<string, string> = { ...defaults };
  const put = (name: string, value: unknown): void => {
    const text = isSecretField(name)
      ? value === undefined || value === null
        ? undefined
        : SET
      : times.includes(name)
        ? timeOf(value)
        : textOf(value, sets.includes(name));
    if (text !== undefined && text !== '') settings[name] = text;
  };
  for (const [name, value] of Object.entries(row)) {
    if (name === ALWAYS_COMPUTED || computed.includes(name) || only?.includes(name) === false) continue;
    if (isFields(value)) for (const [part, own] of Object.entries(value)) put(`${name}.${part}`, own);
    else put(name, value);
  }
  return sorted(settings);
}

function timeOf(value: unknown): string | undefined {
  const ms = Number(value) * 1000;
  return ms > 0 && ms < 8.64e15 ? new Date(ms).toISOString() : undefined;
}

function textOf(value: unknown, isSet: boolean): string | undefined {
  if (Array.isArray(value)) return setOf(withoutSecrets(value.flatMap((each) => valueText(each) ?? []).join(',')));
  const text = valueText(value);
  if (text === undefined) return undefined;
  return isSet ? setOf(withoutSecrets(text)) : withoutSecrets(text);
}

/** `GET /cluster/backup`. A list of guests has no order, and neither has what is excluded. */
export const backupJobShape: RowShape = {
  computed: ['next-run', 'id', 'type'],
  sets: ['vmid', 'exclude', 'exclude-path', 'mailto'],
  defaults: { enabled: '1' },
};

/** `GET /cluster/ha/resources`. */
export const haResourceShape: RowShape = { computed: ['sid', 'type'], sets: [] };

/** `GET /cluster/ha/rules`, and `/groups` before version 9. `order` changes with every other rule. */
export const haRuleShape: RowShape = { computed: ['rule', 'group', 'order'], sets: ['resources', 'nodes'] };
