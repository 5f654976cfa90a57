// The answer of a host as readings for the journal of changes, by the record of its kind.
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
}

/** Undefined: not the answer that we know. `isWhole`: no row of the list was left out. */
export function readingsOf(data: unknown, asked: AskedSettings, isWhole: boolean): ListReadings | undefined {
  const { kind: record, resource, about, name } = asked;
  if (record.form === 'rows') return rowReadings(data, asked, isWhole);
  const settings = settingsOf(data, record);
  if (!settings) return undefined;
  const reading = { resource, kind: record.kind, name, settings: { ...settings }, tasks: asked.tasksOf('') };
  return { ...noReadings, settings: [{ ...reading, ...(about !== undefined && { about }) }] };
}

const shapeOf = ({ only, sets = [], times = [] }: SettingsKind): RowShape => ({ only, sets, times, computed: [] });

function settingsOf(data: unknown, record: SettingsKind): Settings | undefined {
  const { form, what, key: [key = ''] = [] } = record;
  if (form === 'one') {
    if (!isRaw(data)) return undefined;
    const own = Object.entries(rowSettings(data, shapeOf(record)));
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
    ...{ resource: `${under}${name}`, kind: record.kind, name },
    settings: { ...rowSettings(row, shapeOf(record)), ...innerSettings(row, record) },
    ...(record.about && { about: record.about(instance, name) }),
    tasks: tasksOf(name),
  }));
  const list = { kind: record.kind, under, resources: settings.map(({ resource }) => resource) };
  return { settings, settingsLists: isWhole ? [list] : [] };
}

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
        const fields = Object.entries(rowSettings(item, { only, sets: [], computed: [], times: ['expire'] }));
        return name === undefined
          ? []
          : [[`${field}.${name}`, fields.map(([own, value]) => `${own}=${value}`).join(', ')]];
      }),
    ),
  );
}
