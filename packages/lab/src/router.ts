// A table of routes with declared parameters, with the strict checks of a Proxmox server.
import { invalid, type Reply } from './answer.ts';

/** How a query parameter is checked. A list is an enumeration, an object is a whole number within limits. */
type Rule = 'boolean' | 'integer' | 'string' | readonly string[] | { min: number; max?: number };
/** `since`: the first release with this parameter. An older one refuses the call. */
export type Param = { rule: Rule; required?: true; since?: number };
/** Path and query parameters together. */
export type Params = Record<string, string>;

/**
 * `Call` is the input of the handlers of a product. `since`: the first release with this call, e.g. 8.3. `until`: the
 * first release without it. `params` are all query parameters of the call. Any other parameter is refused with 400.
 */
export type Route<Call> = {
  path: string;
  method?: 'GET' | 'POST';
  since?: number;
  until?: number;
  public?: true;
  /** A path with the placeholders of the route, and privileges on it. One of the privileges is enough. */
  needs?: readonly [path: string, ...privileges: string[]];
  params?: Record<string, Param>;
  answer: (call: Call, params: Params) => Reply;
};

/** Whether that release has the call. */
export const hasCall = <Call>({ since = 0, until = Infinity }: Route<Call>, release: number): boolean =>
  since <= release && release < until;

type Branch<Call> = {
  literal: Map<string, Branch<Call>>;
  named?: { name: string; to: Branch<Call> };
  routes: Route<Call>[];
};
type Match<Call> = { route: Route<Call>; path: Params };
export type Router<Call> = (method: string, path: string) => Match<Call> | undefined;

const branch = <Call>(): Branch<Call> => ({ literal: new Map(), routes: [] });

export function createRouter<Call>(routes: readonly Route<Call>[]): Router<Call> {
  const root = branch<Call>();
  for (const route of routes) {
    let at = root;
    for (const part of parts(route.path)) at = part.startsWith('{') ? named(at, part.slice(1, -1)) : literal(at, part);
    at.routes.push(route);
  }
  return (method, path) => {
    const found: Params = {};
    let at = root;
    for (const part of parts(path)) {
      const exact = at.literal.get(part);
      if (!exact && !at.named) return undefined;
      if (!exact && at.named) found[at.named.name] = decode(part);
      at = exact ?? at.named?.to ?? at;
    }
    const route = at.routes.find((r) => (r.method ?? 'GET') === method);
    return route && { route, path: found };
  };
}

const parts = (path: string) => path.split('/').filter(Boolean);

function literal<Call>(at: Branch<Call>, part: string): Branch<Call> {
  const next = at.literal.get(part) ?? branch<Call>();
  at.literal.set(part, next);
  return next;
}

function named<Call>(at: Branch<Call>, name: string): Branch<Call> {
  at.named ??= { name, to: branch<Call>() };
  return at.named.to;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const yes = new Set(['1', 'true', 'yes', 'on']);
const no = new Set(['0', 'false', 'no', 'off']);
export const isYes = (value: string | undefined) => value !== undefined && yes.has(value.toLowerCase());

/** The 400 of a server of that release for these parameters; undefined when they are correct. */
export function checkParams(all: Record<string, Param>, given: Params, release = Infinity): Reply | undefined {
  const declared = Object.fromEntries(Object.entries(all).filter(([, param]) => (param.since ?? 0) <= release));
  const wrong = Object.entries(given).flatMap(([name, value]) => {
    const rule = Object.hasOwn(declared, name) ? declared[name]?.rule : undefined;
    const error = rule ? complaint(rule, value) : undeclared;
    return error ? [[name, error] as const] : [];
  });
  const missing = Object.entries(declared)
    .filter(([name, param]) => param.required && !Object.hasOwn(given, name))
    .map(([name]) => [name, 'property is missing and it is not optional'] as const);
  const errors = [...wrong, ...missing];
  return errors.length > 0 ? invalid(Object.fromEntries(errors)) : undefined;
}

const undeclared = 'property is not defined in schema and the schema does not allow additional properties';

function complaint(rule: Rule, value: string): string | undefined {
  if (rule === 'string') return undefined;
  if (rule === 'integer') return /^-?\d+$/.test(value) ? undefined : `type check ('integer') failed - got '${value}'`;
  if (rule === 'boolean') {
    const known = yes.has(value.toLowerCase()) || no.has(value.toLowerCase());
    return known ? undefined : `type check ('boolean') failed - got '${value}'`;
  }
  if ('min' in rule) return complaint('integer', value) ?? outOfRange(rule, Number(value));
  return rule.includes(value)
    ? undefined
    : `value '${value}' does not have a value in the enumeration '${rule.join(', ')}'`;
}

function outOfRange({ min, max = Infinity }: { min: number; max?: number }, value: number): string | undefined {
  if (value < min) return `value must have a minimum value of ${min}`;
  return value > max ? `value must have a maximum value of ${max}` : undefined;
}
