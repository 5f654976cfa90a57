// A list of configured things as readings for the journal of changes: the settings of each, and that these are all of them. No call is made
// for it: the lists are read anyway.
import { journalIds } from '@belfry/domain/ids';
import { type RowShape, rowSettings } from '@belfry/domain/journal/row-settings';
import type { JournalKind } from '@belfry/schema/journal/entry';
import type { SettingsList, SettingsReading } from '@belfry/schema/journal/reading';
import { rows, text } from './read.ts';

export interface ListReadings {
  settings: SettingsReading[];
  settingsLists: SettingsList[];
}

export interface ListedRows {
  instance: string;
  kind: JournalKind;
  /** The part of the ids that says which list it is. */
  what: string;
  /** The field that names a row. */
  key: string;
  shape: RowShape;
}

export const noReadings: ListReadings = { settings: [], settingsLists: [] };

/** `data` of the answer. Nothing is said when it is not a list, or when one of its rows has no name: it would seem to be gone. */
export function listReadings(data: unknown, { instance, kind, what, key, shape }: ListedRows): ListReadings {
  if (!Array.isArray(data)) return noReadings;
  const under = journalIds(instance, what);
  const named = rows(data).map((row) => ({ row, name: text(row[key], 256) }));
  if (named.length < data.length || named.some(({ name }) => name === undefined)) return noReadings;
  const settings = named.map(({ row, name = '' }) => ({
    ...{ resource: `${under}${name}`, kind, name, settings: { ...rowSettings(row, shape) }, tasks: [] },
  }));
  return { settings, settingsLists: [{ kind, under, resources: settings.map(({ resource }) => resource) }] };
}

export const joined = (...all: readonly ListReadings[]): ListReadings => ({
  settings: all.flatMap(({ settings }) => settings),
  settingsLists: all.flatMap(({ settingsLists }) => settingsLists),
});
