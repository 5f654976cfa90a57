// The values of a case that are written for people: times relative to now, and sizes.

const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400, w: 7 * 86_400 };
const BYTES: Record<string, number> = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4 };
const TIME = /^(now|start)((?:[+-]\d+(?:\.\d+)?[smhdw])*)$/;

/** Epoch ms. `start` is the beginning of the case. */
export interface Times {
  start: number;
  now: number;
}

/** `20m` → 1,200,000. Undefined if it is no such time. */
export function durationMs(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)([smhdw])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * (SECONDS[unit] ?? 0) * 1000;
}

/** `start-3d+20m` → epoch seconds. */
export function timeOf(text: string, times: Times): number | undefined {
  const [, from, steps] = TIME.exec(text) ?? [];
  if (from === undefined) return undefined;
  let seconds = Math.floor(times[from as keyof Times] / 1000);
  for (const [, sign, count, unit = ''] of (steps ?? '').matchAll(/([+-])(\d+(?:\.\d+)?)([smhdw])/g))
    seconds += (sign === '-' ? -1 : 1) * Number(count) * (SECONDS[unit] ?? 0);
  return Math.round(seconds);
}

/** `205.3GiB` as the count, its decimals and its unit in bytes. */
export function sizeOf(text: string): { count: number; decimals: number; unit: number } | undefined {
  const [, count, unit = ''] = /^(-?\d+(?:\.\d+)?)(B|KiB|MiB|GiB|TiB)$/.exec(text) ?? [];
  if (count === undefined) return undefined;
  return { count: Number(count), decimals: count.split('.')[1]?.length ?? 0, unit: BYTES[unit] ?? 1 };
}

const forms: Record<string, (seconds: number) => string> = {
  '': String,
  hex: (seconds) => seconds.toString(16).toUpperCase().padStart(8, '0'),
  iso: (seconds) => new Date(seconds * 1000).toISOString(),
  /** As in the name of a backup file. */
  file: (seconds) =>
    new Date(seconds * 1000)
      .toISOString()
      .slice(0, 19)
      .replace('T', '-')
      .replaceAll(/[-:]/g, '_')
      .replace(/^(.{10})_/, '$1-'),
};

/**
 * `@start-3d` → epoch seconds, `@50GiB` → bytes, `@{now-1h hex}` inside a text; in lists and objects too. `@@` begins a text
 * with one `@`. Throws for what it does not know, and names its field.
 */
export function resolved(value: unknown, times: Times, path: readonly string[] = []): unknown {
  if (typeof value === 'string') return resolvedText(value, times, path);
  if (Array.isArray(value)) return value.map((each, i) => resolved(each, times, [...path, String(i)]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolved(each, times, [...path, key])]));
}

function resolvedText(text: string, times: Times, path: readonly string[]): unknown {
  const refuse = (what: string, like: string): never => {
    throw new Error(`${path.join('.')}: "${what}" is not ${like}`);
  };
  if (text.startsWith('@@')) return text.slice(1);
  if (text.startsWith('@') && !text.startsWith('@{')) {
    const size = sizeOf(text.slice(1));
    if (size) return Math.round(size.count * size.unit);
    return timeOf(text.slice(1), times) ?? refuse(text, 'a time such as @now-3d or a size such as @50GiB');
  }
  return text.replaceAll(/@\{([^} ]+) ?(\w*)\}/g, (whole, time: string, form: string) => {
    const seconds = timeOf(time, times);
    const shown = forms[form];
    if (seconds === undefined || !shown) return refuse(whole, 'a time such as @{start-3d} or @{start-3d hex}');
    return shown(seconds);
  });
}
