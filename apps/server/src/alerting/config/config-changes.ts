// What changed between two configurations of alerts, for the audit log.
import { isDeepStrictEqual } from 'node:util';
import type { AlertConfig } from '@belfry/schema/alerts/config';

const MAX_NAMED = 10;

/** The changed fields; overrides by their keys, for example `storageDefault, overrides.dc-100`. */
export function changesOf(before: AlertConfig, after: AlertConfig): string[] {
  const names = changed(before, after).flatMap((name) =>
    name === 'overrides' ? changed(before.overrides, after.overrides).map((key) => `overrides.${key}`) : [name],
  );
  const more = names.length - MAX_NAMED;
  return [...names.slice(0, MAX_NAMED), ...(more > 0 ? [`${more} more`] : [])];
}

const changed = (before: object, after: object): string[] => {
  const was = new Map(Object.entries(before));
  const is = new Map(Object.entries(after));
  return [...new Set([...was.keys(), ...is.keys()])].filter((name) => !isDeepStrictEqual(was.get(name), is.get(name)));
};
