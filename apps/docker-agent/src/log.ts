// The log: one line per event, `key=value`, for a journal that adds the time. Callers log transitions, not conditions.

type Fields = Record<string, string | number | boolean | undefined>;
export type Log = (level: 'info' | 'warn' | 'error', message: string, fields?: Fields) => void;

/** Quotes everything that could look like another field or line. */
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

/** Logs a condition when it begins, and again only after another one was logged. */
export function onChange(log: Log, initial: string) {
  let last = initial;
  return (condition: string, ...line: Parameters<Log>): void => {
    if (condition !== last) log(...line);
    last = condition;
  };
}
