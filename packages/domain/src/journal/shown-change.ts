// A change as people read it. Proxmox VE writes memory in megabytes, people read it in gigabytes.
import type { SettingChange } from '@belfry/schema/journal/change';

const IN_MEGABYTES: ReadonlySet<string> = new Set(['memory', 'balloon', 'swap']);
const MEGABYTE = 1024 ** 2;

/** `bytes`: a size in the language of the reader. Only where both values are plain numbers, so that they can be compared. */
export function shownChange(change: SettingChange, bytes: (figure: number) => string): SettingChange {
  const { field, before, after } = change;
  const isSize = (value: string | null) => value === null || /^\d{1,9}$/.test(value);
  if (!IN_MEGABYTES.has(field) || !isSize(before) || !isSize(after)) return change;
  const size = (value: string | null) => (value === null ? null : bytes(Number(value) * MEGABYTE));
  return { field, before: size(before), after: size(after) };
}
