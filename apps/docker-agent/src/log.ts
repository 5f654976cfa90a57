// The log: one line per event, `key=value`, for a journal that adds the time. Callers log transitions, not conditions.

export type Fields = Record<string, string | number | boolean | undefined>;
export type Log = (level: 'info' | 'warn' | 'error', message: string, fields?: Fields) => void;

/** Anything that could look like another field or another line is quoted. */
const value = (v: string | number | boolean) =>
  /^[\w./:@+-]+$/.test(String(v)) ? String(v) : JSON.stringify(String(v));

export const createLog =
  (write: (line: string) => void): Log =>
  (level, message, fields = {}) => {
    const pairs = Object.entries({ level, msg: message, ...fields }).flatMap(([k, v]) =>
      v === undefined ? [] : `${k}=${value(v)}`,
    );
    write(`${pairs.join(' ')}\n`);
  };

/** Says a condition when it begins, and again only after another one was said. */
export function onChange(log: Log, initial: string) {
  let last = initial;
  return (condition: string, ...line: Parameters<Log>): void => {
    if (condition !== last) log(...line);
    last = condition;
  };
}
