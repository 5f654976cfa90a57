// View ↔ URL: what a screen shows (search, filters, selection, order) as the parameters of its URL.
import type { Change, Param } from './param.ts';

/** The parameters of a URL. Anybody may have written them. */
type SearchParams = Readonly<Record<string, unknown>>;

/** The parameters in the one form in which a view is written. Undefined removes a parameter. */
type ViewParams = { [key: string]: string | undefined };

export interface ViewCodec<V extends object> {
  /** Never throws: unknown and invalid parameters are ignored. Without any valid one, the preferences are the view. */
  parse(search: SearchParams): V;
  /** The shortest parameters of a view: defaults are left out. */
  format(view: V): Record<string, string>;
  /** All parameters of a view. They show the same view to everybody, whatever their preferences are. */
  formatWhole(view: V): Record<string, string>;
  /** For `validateSearch` of a route: the same view in its shortest form, so that the router cleans the URL. */
  validate(search: SearchParams): ViewParams;
  /** Stores a choice of the user where it has a preference. */
  remember(change: Partial<V>): void;
  /** What those parts of a change that differ from the view do to the history. */
  changeOf(view: V, change: Partial<V>): Change;
  /** The view of a URL without parameters, without preferences. */
  fallback: V;
}

/** Parameters of every screen, which no codec removes. */
const SHARED: readonly string[] = ['kiosk'];

export function viewCodec<V extends object>(params: { [K in keyof V]: Param<V[K]> }): ViewCodec<V> {
  const keys = Object.keys(params) as (keyof V & string)[];
  const build = (read: <K extends keyof V & string>(key: K) => V[K]): V =>
    Object.fromEntries(keys.map((key) => [key, read(key)])) as V;
  const parseOne = <K extends keyof V & string>(search: SearchParams, key: K): V[K] | undefined => {
    const value = Object.hasOwn(search, key) ? search[key] : undefined;
    return typeof value === 'string' ? params[key].parse(value) : undefined;
  };

  const fallback = build((key) => params[key].fallback);
  const preferred = (): V => build((key) => params[key].preference?.load() ?? params[key].fallback);

  const differs = <K extends keyof V & string>(key: K, a: V, b: V): boolean =>
    params[key].format(a[key]) !== params[key].format(b[key]);
  const changeOfOne = <K extends keyof V & string>(key: K, before: V, after: V): Change => {
    const { change } = params[key];
    return typeof change === 'string' ? change : change(before[key], after[key]);
  };
  const formatWhole = (view: V): Record<string, string> =>
    Object.fromEntries(keys.map((key) => [key, params[key].format(view[key])]));
  const plain = formatWhole(fallback);
  const withoutDefaults = (view: V): Record<string, string> =>
    Object.fromEntries(Object.entries(formatWhole(view)).filter(([key, text]) => text !== plain[key]));

  function format(view: V): Record<string, string> {
    const own = withoutDefaults(view);
    if (Object.keys(own).length > 0) return own;
    // without a parameter the preferences would be shown, so a view of defaults names one default
    const other = Object.keys(withoutDefaults(preferred()))[0];
    return other === undefined ? {} : { [other]: plain[other] ?? '' };
  }

  function parse(search: SearchParams): V {
    const values = new Map(keys.map((key) => [key, parseOne(search, key)]));
    if ([...values.values()].every((value) => value === undefined)) return preferred();
    return build((key) => (values.get(key) as V[typeof key] | undefined) ?? params[key].fallback);
  }

  return {
    parse,
    format,
    formatWhole,
    validate(search) {
      const foreign = Object.keys(search).filter((key) => !SHARED.includes(key));
      return { ...Object.fromEntries(foreign.map((key) => [key, undefined])), ...format(parse(search)) };
    },
    remember(change) {
      for (const key of keys) {
        const value = change[key];
        if (value !== undefined) params[key].preference?.save(value);
      }
    },
    changeOf(view, change) {
      const next = { ...view, ...change };
      const kinds = new Set(keys.filter((key) => differs(key, view, next)).map((key) => changeOfOne(key, view, next)));
      if (kinds.has('step')) return 'step';
      const [only, ...others] = kinds;
      return only === undefined || others.length > 0 ? 'plain' : only;
    },
    fallback,
  };
}

/** The view of a screen without choices: its URL has no parameters. */
export const noView = viewCodec({});

/** The type of the view that a codec reads and writes. */
export type ViewOf<C> = C extends ViewCodec<infer V> ? V : never;
