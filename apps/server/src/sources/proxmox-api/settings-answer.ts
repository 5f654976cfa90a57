// The answer of a host as readings for the journal of changes, by the record of its kind.
import { createHash } from 'node:crypto';
import { journalIds } from '@belfry/domain/ids';
import { linesSettings, tableSettings } from '@belfry/domain/journal/answer-settings';
import { type RowShape, rowSettings } from '@belfry/domain/journal/row-settings';
import { type Settings, setOf } from '@belfry/domain/journal/settings';
import type { ChangingTask } from '@belfry/schema/journal/reading';
import { type ListReadings, noReadings } from './list-readings.ts';
import { isRaw, part, type Raw, rows, text } from './read.ts';
import type { SettingsKind } from './settings-kind.ts';

/** What is asked: a kind, and where. `resource`: of all but rows. `about`: the entity whose settings they are. `name`: as people call it. */
export interface AskedSettings {
  kind: SettingsKind;
  instance: string;
  resource: string;
  about: string | undefined;
  name: string;
  /** Of this resource, or of the row with this name. */
  tasksOf(name: string): ChangingTask[];
  /** The names of the rows that tasks have removed. */
  removed(): readonly string[];
}

/** Undefined: not the answer that we know. `isWhole`: no row of the list was left out. */
export function readingsOf(data: unknown, asked: AskedSettings, isWhole: boolean): ListReadings | undefined {
  const { kind: record, resource, about, name } = asked;
  if (record.form === 'rows') return rowReadings(data, asked, isWhole);
  // Older releases do not tell it: nothing is known, and nothing has changed.
  const { form, inside } = record;
  if (form === 'one' && inside !== undefined && isRaw(data) && data[inside] === undefined) return noReadings;
  const settings = settingsOf(data, record);
  if (!settings) return undefined;
  const shape = fieldsOf(record);
  const reading = { resource, kind: record.kind, name, settings: { ...settings }, shape, tasks: asked.tasksOf('') };
  return { ...noReadings, settings: [{ ...reading, ...(about !== undefined && { about }) }] };
}

const fields = new WeakMap<SettingsKind, string>();

/** Another text when a later version of Belfry looks at other fields. */
function fieldsOf(record: SettingsKind): string {
  const { form, only, sets, times, as, inner } = record;
  const known = fields.get(record);
  if (known !== undefined) return known;
  const text = JSON.stringify([form, only, sets, times, as, inner]);
  const made = createHash('sha256').update(text).digest('base64url').slice(0, 8);
  fields.set(record, made);
  return made;
}

const shapeOf = ({ only, sets = [], times = [] }: SettingsKind): RowShape => ({ only, sets, times, computed: [] });

function settingsOf(data: unknown, record: SettingsKind): Settings | undefined {
  const { form, what, key: [key = ''] = [] } = record;
  if (form === 'one') {
    const object = record.inside === undefined ? data : part(data)[record.inside];
    if (!isRaw(object)) return undefined;
    const own = Object.entries(rowSettings(object, shapeOf(record)));
    return Object.fromEntries(own.map(([field, value]) => [`${what}.${field}`, value]));
  }
  const all = listed(data, record);
  if (!all) return undefined;
  if (form === 'names') {
    const names = setOf(all.flatMap((row) => text(row[key], 256) ?? []).join(','));
    return names === '' ? {} : { [what]: names };
  }
  return form === 'lines' ? linesSettings(all, what, shapeOf(record)) : tableSettings(all, key, shapeOf(record));
}

/** Undefined when it is not a list of rows. */
function listed(answer: unknown, { where = () => true, as = {}, inside }: SettingsKind): Raw[] | undefined {
  const data = inside === undefined ? answer : part(answer)[inside];
  const all = rows(data);
  if (!Array.isArray(data) || all.length < data.length) return undefined;
  const names = Object.entries(as);
  if (names.length === 0) return all.filter(where);
  return all
    .filter(where)
    .map((row) => ({ ...row, ...Object.fromEntries(names.map(([field, name]) => [name, row[field]])) }));
}

function rowReadings(data: unknown, asked: AskedSettings, isWhole: boolean): ListReadings | undefined {
  const { kind: record, instance, tasksOf } = asked;
  const under = journalIds(instance, record.what);
  const named = listed(data, record)?.map((row) => ({ row, name: nameOf(row, record.key ?? []) }));
  // A row without a name would seem to be gone.
  if (!named || named.some(({ name }) => name === undefined)) return undefined;
  const settings = named.map(({ row, name = '' }) => ({
    ...{
      resource: `${under}${name}`,
      kind: record.kind,
      name: shownName(row, record) ?? name,
      shape: fieldsOf(record),
    },
    settings: { ...rowSettings(row, shapeOf(record)), ...innerSettings(row, record) },
    ...(record.about && { about: record.about(instance, name) }),
    tasks: tasksOf(name),
  }));
  const removals = Object.fromEntries(asked.removed().map((name) => [`${under}${name}`, tasksOf(name)]));
  const resources = settings.map(({ resource }) => resource);
  const list = { kind: record.kind, under, resources, ...(asked.removed().length > 0 && { removals }) };
  return { settings, settingsLists: isWhole ? [list] : [] };
}

const shownName = (row: Raw, { called }: SettingsKind): string | undefined =>
  called === undefined ? undefined : text(row[called], 256);

/** Whether the answer itself says that its account sees all rows. */
export const provesWhole = (data: unknown, { isWhole }: SettingsKind, account: string): boolean =>
  isWhole === undefined || isWhole(rows(data), account);

function nameOf(row: Raw, key: readonly string[]): string | undefined {
  const parts = key.map((field) => text(row[field], 256));
  return parts.includes(undefined) ? undefined : parts.join(' ');
}

/** The names of these fields are chosen by us, so they need no other look for secrets than their values. */
function innerSettings(row: Raw, { inner = {} }: SettingsKind): Settings {
  return Object.fromEntries(
    Object.entries(inner).flatMap(([field, { key, only }]) =>
      rows(row[field]).flatMap((item) => {
        const name = text(item[key], 256);
        const own = Object.entries(rowSettings(item, { only, sets: [], computed: [], times: ['expire'] }));
        const value = only.length === 0 ? '1' : own.map(([part, value]) => `${part}=${value}`).join(', ');
        return name === undefined ? [] : [[`${field}.${name}`, value]];
      }),
    ),
  );
}
