// `GET /access/permissions`: the privileges of the account.
import { flag, isRaw, part } from './read.ts';

/** What is granted where. A path is one of access control: `/`, `/nodes/pve1`, `/storage/local`, `/vms/100`. */
export interface Rights {
  /** On any path. */
  has(privilege: string): boolean;
  /** On this path, by itself or through a path above it. */
  on(path: string, privilege: string): boolean;
  /** On this path or on any path below it. */
  within(path: string, privilege: string): boolean;
  /** One of them on whatever is below this path, also what has no rule of its own. */
  throughout(path: string, privileges: readonly string[]): boolean;
  names(): ReadonlySet<string>;
}

/** By path: each privilege, and whether it also applies below the path. */
type Granted = ReadonlyMap<string, ReadonlyMap<string, boolean>>;

/** Undefined when the answer is not a map of paths. */
export function parseRights(data: unknown): Rights | undefined {
  if (!isRaw(data)) return undefined;
  const granted: Granted = new Map(
    Object.entries(data).map(([path, privileges]) => [
      path,
      new Map(
        Object.entries(part(privileges)).flatMap(([name, value]) =>
          flag(value) || value === 0 ? [[name, flag(value)] as const] : [],
        ),
      ),
    ]),
  );
  const names = new Set(granted.values().flatMap((privileges) => privileges.keys()));
  const on = (path: string, privilege: string): boolean => {
    const own = granted.get(path);
    if (own) return own.has(privilege);
    // The host lists each path that has rules of its own, so the nearest listed one decides.
    const above = aboveOf(path).find((each) => granted.has(each));
    return above !== undefined && granted.get(above)?.get(privilege) === true;
  };
  const below = (path: string) => granted.keys().filter((each) => each.startsWith(path === '/' ? path : `${path}/`));
  return {
    has: (privilege) => names.has(privilege),
    on,
    throughout: (path, privileges) =>
      [`${path === '/' ? '' : path}/any`, ...below(path)].every((each) => privileges.some((name) => on(each, name))),
    within: (path, privilege) => [path, ...below(path)].some((each) => on(each, privilege)),
    names: () => names,
  };
}

/** `/a/b/c` → `/a/b`, `/a`, `/`. */
function aboveOf(path: string): string[] {
  const parts = path.split('/').slice(1, -1);
  return [
    ...parts.map((_, index) => `/${parts.slice(0, parts.length - index).join('/')}`),
    ...(path === '/' ? [] : ['/']),
  ];
}

/** Equal for equal privileges on equal paths; the host lists them in any order. */
export const fingerprintOf = (data: unknown): string =>
  Object.entries(part(data))
    .flatMap(([path, granted]) => Object.keys(part(granted)).map((name) => `${path} ${name}`))
    .sort()
    .join('\n');
