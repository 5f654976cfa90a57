// Reads the official API schema and checks answers against it.
import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

/** The dialect of the published API viewer: JSON schema with additional flags. */
type Dialect = {
  type?: string;
  properties?: Record<string, Dialect>;
  items?: Dialect;
  enum?: unknown[];
  /** In some endpoints this is a text. */
  minimum?: number | string;
  maximum?: number | string;
  optional?: boolean;
};
type Schema = Record<string, unknown>;
export type SchemaEndpoint = {
  path: string;
  method: string;
  parameters: { name: string; in: string }[];
  permissions?: unknown;
  returns: Dialect;
};

const loaded = new Map<string, Map<string, SchemaEndpoint>>();

/** By method and path. Each file is read once, because compiling the schemas takes a long time. */
export function loadEndpoints(file: string): Map<string, SchemaEndpoint> {
  const known = loaded.get(file);
  if (known) return known;
  const { endpoints }: { endpoints: SchemaEndpoint[] } = JSON.parse(readFileSync(file, 'utf8'));
  const made = new Map(endpoints.map((e) => [`${e.method} ${e.path}`, e]));
  loaded.set(file, made);
  return made;
}

/**
 * Accepts the values that real servers send: numbers may be text, booleans are 0 and 1 (PBS: true and false), empty
 * lists may be null.
 */
function convert(dialect: Dialect, nested = false): Schema {
  const { type, properties, items, minimum, maximum } = dialect;
  const limits = {
    ...(minimum !== undefined && { minimum: Number(minimum) }),
    ...(maximum !== undefined && { maximum: Number(maximum) }),
  };
  if (type === 'boolean') return { enum: [0, 1, '0', '1', '', true, false] };
  if (type === 'integer')
    return {
      anyOf: [
        { type: 'integer', ...limits },
        { type: 'string', pattern: '^-?\\d+$' },
      ],
    };
  if (type === 'number')
    return {
      anyOf: [
        { type: 'number', ...limits },
        { type: 'string', pattern: '^-?[\\d.]+$' },
      ],
    };
  if (type === 'string') return { type: 'string', ...(dialect.enum && { enum: dialect.enum }) };
  if (type === 'null') return { type: 'null' };
  if (type === 'array') {
    const list = { type: 'array', items: items ? convert(items, true) : {} };
    return nested ? { anyOf: [list, { type: 'null' }] } : list;
  }
  if (!properties) return {};
  const named = Object.entries(properties).filter(([name]) => !name.endsWith('[n]'));
  const numbered = Object.entries(properties).filter(([name]) => name.endsWith('[n]'));
  return {
    type: 'object',
    properties: Object.fromEntries(named.map(([name, of]) => [name, convert(of, true)])),
    patternProperties: Object.fromEntries(
      numbered.map(([name, of]) => [`^${name.slice(0, -3)}\\d+$`, convert(of, true)]),
    ),
    required: named.filter(([, of]) => !of.optional).map(([name]) => name),
  };
}

const ajv = new Ajv({ allErrors: true, strict: false });
const compiled = new Map<SchemaEndpoint, ValidateFunction>();

/** The errors in that data as an answer of that endpoint. Empty when it conforms. */
export function complaints(endpoint: SchemaEndpoint, data: unknown): string[] {
  const check = compiled.get(endpoint) ?? ajv.compile(convert(endpoint.returns));
  compiled.set(endpoint, check);
  if (check(data)) return [];
  return (check.errors ?? []).slice(0, 5).map((e) => `${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`);
}
