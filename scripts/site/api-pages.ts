// The pages about the HTTP interface, made of the same data that the server mounts its endpoints from.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openApi } from '../../apps/server/src/http/openapi.ts';
import { errors } from '../../packages/schema/src/errors.ts';
import type { Access, Endpoint } from '../../packages/schema/src/http/endpoint.ts';
import { endpoints } from '../../packages/schema/src/http/endpoints.ts';

interface Schema {
  type?: string | string[];
  $ref?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  default?: unknown;
}
interface Operation {
  parameters?: { name: string; in: string; required: boolean; schema: Schema; description?: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
}

const callers: Record<Access, string> = {
  public: 'everybody',
  watcher: 'a viewer, or the holder of a link to a view',
  viewer: 'a viewer, or a token with the scope `read`',
  operator: 'an operator',
  admin: 'an administrator, or a token with the scope `admin`',
  agent: 'a token with the scope `report`',
  scraper: 'a token with the scope `metrics` or `read`',
};

/** In a cell of a table. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const MAX_VALUES = 12;

/** A type in a few words. */
function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'object';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) {
    const values = schema.enum.slice(0, MAX_VALUES).map((value) => JSON.stringify(value));
    return values.join(' or ') + (schema.enum.length > MAX_VALUES ? ' or …' : '');
  }
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return [...new Set(parts.map(typeOf))].slice(0, MAX_VALUES).join(' or ');
  if (schema.allOf) return [...new Set(schema.allOf.map(typeOf))].join(' and ');
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  return Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any');
}

/** The fields of an object, also if it is one of several or each of a list. */
function objectOf(schema: Schema): { schema: Schema; among?: string } | undefined {
  if (schema.properties && Object.keys(schema.properties).length > 0) return { schema };
  if (schema.items) {
    const item = objectOf(schema.items);
    return item && { schema: item.schema, among: 'a list, each with' };
  }
  const objects = (schema.anyOf ?? schema.oneOf ?? []).filter(({ properties }) => properties);
  if (objects.length === 0) return undefined;
  const [first = {}, ...others] = objects;
  const required = (first.required ?? []).filter((name) => others.every((each) => each.required?.includes(name)));
  const names = [...new Set(objects.flatMap(({ properties }) => Object.keys(properties ?? {})))];
  const properties = Object.fromEntries(
    names.map((name) => {
      const forms = objects.flatMap((each) => each.properties?.[name] ?? []);
      return [name, forms.length === 1 ? (forms[0] ?? {}) : { anyOf: forms }];
    }),
  );
  return { schema: { properties, required }, among: `one of ${objects.length} forms` };
}

function fields(title: string, schema: Schema): string[] {
  const object = objectOf(schema);
  if (!object) return [`${title}: \`${typeOf(schema)}\`.`, ''];
  const { properties = {}, required = [] } = object.schema;
  const rows = Object.entries(properties).map(
    ([name, field]) => `| \`${name}\` | \`${cell(typeOf(field))}\` | ${required.includes(name) ? 'yes' : 'no'} |`,
  );
  const head = object.among ? `${title}, ${object.among}:` : `${title}:`;
  return [head, '', '| Field | Type | Always |', '| --- | --- | --- |', ...rows, ''];
}

function section(endpoint: Endpoint, operation: Operation): string[] {
  const { method, path: address, summary, access, bodyLimitBytes, versioned } = endpoint;
  const lines = [`### ${method} ${address.replaceAll(/:(\w+)/g, '{$1}')}`, '', `${summary}.`, ''];
  lines.push(`For ${callers[access]}.${versioned ? ' The answer has an ETag.' : ''}`, '');
  const { parameters = [], requestBody, responses } = operation;
  if (parameters.length > 0) {
    const rows = parameters.map(
      (each) =>
        `| \`${each.name}\` | ${each.in} | \`${cell(typeOf(each.schema))}\` | ${each.required ? 'yes' : 'no'} |`,
    );
    lines.push('| Parameter | In | Type | Required |', '| --- | --- | --- | --- |', ...rows, '');
    for (const { name, description } of parameters) if (description) lines.push(`\`${name}\`: ${description}`, '');
  }
  for (const { schema } of Object.values(requestBody?.content ?? {})) {
    const limit = bodyLimitBytes ? `, at most ${bodyLimitBytes / 2 ** 20} MiB` : '';
    lines.push(...fields(`Body${limit}`, schema));
  }
  const [status = '', success] = Object.entries(responses).find(([code]) => /^[23]/.test(code)) ?? [];
  const contents = Object.entries(success?.content ?? {});
  if (contents.length === 0) lines.push(`Answer: ${status}, without a body.`, '');
  for (const [type, { schema }] of contents) {
    const form = type === 'application/json' ? '' : `, \`${type}\``;
    lines.push(...fields(`Answer ${status}${form}`, schema));
  }
  return lines;
}

/** The part of the interface that an endpoint belongs to: the first step of its path after `/api`. */
const partOf = ({ path: address }: Endpoint): string => /^\/api\/([\w-]+)/.exec(address)?.[1] ?? 'other';

/** The paths of the pages on the site with their text, and the document for programs. */
export function apiPages(root: string): { pages: [place: string, text: string][]; document: string } {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const document = JSON.parse(JSON.stringify(openApi(endpoints, version))) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const operation = ({ method, path: address }: Endpoint): Operation =>
    document.paths[address.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as Operation;
  const parts = [...Map.groupBy(endpoints, partOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  const pages = parts.map(([part, own]): [string, string] => [
    `api/${part}.md`,
    [
      `# ${part === 'other' ? 'Outside /api' : `/api/${part}`}`,
      '',
      ...own.flatMap((each) => section(each, operation(each))),
    ].join('\n'),
  ]);
  return { pages: [['api/index.md', overview(version, parts)], ...pages], document: JSON.stringify(document) };
}

function overview(version: string, parts: [string, Endpoint[]][]): string {
  const rows = parts.flatMap(([part, own]) =>
    own.map(
      ({ method, path: address, summary, access }) =>
        `| [\`${method} ${address.replaceAll(/:(\w+)/g, '{$1}')}\`](./${part}.md) | ${cell(summary)} | ${access} |`,
    ),
  );
  const codes = Object.entries(errors).map(
    ([code, { status, message, retryable }]) =>
      `| \`${code}\` | ${status} | ${cell(message)} | ${retryable ? 'yes' : 'no'} |`,
  );
  return [
    '# API',
    '',
    `The HTTP interface of Belfry ${version}: ${endpoints.length} endpoints. These pages are made of the same data as the server.`,
    'A program reads the same from [openapi.json](/openapi.json), or from `GET /api/openapi.json` of a running Belfry.',
    '',
    '## How to call it',
    '',
    'Make a token under Settings → Security and send it with each call. Its scope decides what it may do.',
    '',
    '```sh',
    'curl -H "Authorization: Bearer $TOKEN" https://belfry.example/api/state',
    '```',
    '',
    'Belfry also takes the token in the header `X-API-Token`. A browser uses its session cookie, and sends the CSRF token in `X-CSRF-Token`',
    'with everything that changes something.',
    '',
    'The live state comes over the socket `/ws`: `welcome`, `initialState`, then `rawData` with what changed.',
    '',
    '## Errors',
    '',
    'Each error is JSON: `error` (a text), `code`, `status_code`, `timestamp`, and for wrong fields `details` by field.',
    '',
    '| Code | Status | Text | Can be tried again |',
    '| --- | --- | --- | --- |',
    ...codes,
    '',
    '## All endpoints',
    '',
    '| Call | Meaning | Who |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
