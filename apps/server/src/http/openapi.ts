// OpenAPI 3.1, made from the data of the endpoints.
import { type ErrorCode, errors } from '@belfry/schema/errors';
import { type Endpoint, ErrorBody } from '@belfry/schema/http/endpoint';
import { PlainGuest, PlainNode, PlainState, PlainStorage } from '@belfry/schema/plain-state';
import * as z from 'zod';

type Json = Record<string, unknown>;

/** An error has more fields where a client needs them: what is stored now, how many minutes are left. */
const OpenErrorBody = ErrorBody.loose();

/** Schemas with a name of their own in the document. */
const named = { ErrorBody: OpenErrorBody, PlainState, Node: PlainNode, Guest: PlainGuest, Storage: PlainStorage };
const registry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });

/** Errors that any endpoint can return in addition to its own, by their cause. */
const common = {
  all: ['rate_limited', 'internal_error'],
  protected: ['unauthorized', 'forbidden'],
  input: ['validation_error'],
  body: ['invalid_json', 'too_large', 'too_complex', 'unsupported_media_type'],
} as const;

export function openApi(endpoints: readonly Endpoint[], version: string): Json {
  const schemas: Json = {};
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const { $schema: _, $defs, ...json } = z.toJSONSchema(schema, { metadata: registry, unrepresentable: 'any', io });
    for (const [id, definition] of Object.entries($defs ?? {})) schemas[id] = hoisted(definition);
    return hoisted(json) as Json;
  };
  const versioned = new Set(endpoints.filter((endpoint) => endpoint.versioned).map(({ path }) => path));
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operation(endpoint, schemaOf, versioned.has(endpoint.path)),
    };
  }
  return { openapi: '3.1.0', info: { title: 'Belfry', version }, paths, components: { schemas } };
}

/** Each definition is written once, under components. */
function hoisted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hoisted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '$ref' && typeof item === 'string' ? item.replace('#/$defs/', '#/components/schemas/') : hoisted(item),
    ]),
  );
}

type SchemaOf = (schema: z.ZodType, io: 'input' | 'output') => Json;

/** `isVersioned`: of a path whose GET has an ETag. */
function operation(endpoint: Endpoint, schemaOf: SchemaOf, isVersioned: boolean): Json {
  const { summary, access, body, reply, contentType, status = 200 } = endpoint;
  const json = (schema: z.ZodType, io: 'input' | 'output') => ({
    'application/json': { schema: schemaOf(schema, io) },
  });
  const changes = isVersioned && endpoint.method !== 'GET' && endpoint.method !== 'POST';
  const parameters = [
    ...parametersIn('path', endpoint, schemaOf),
    ...parametersIn('query', endpoint, schemaOf),
    ...(changes ? [ifMatch] : []),
  ];
  const text = contentType && { [contentType]: { schema: { type: 'string' } } };
  const empty = status === 204 || status === 302;
  const success = empty ? { description: 'Done' } : { description: 'OK', content: text ?? json(reply, 'output') };
  return {
    summary,
    'x-access': access,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: json(body, 'input') } }),
    responses: { [status]: success, ...failures(endpoint, changes, json(OpenErrorBody, 'output')) },
  };
}

function parametersIn(where: 'path' | 'query', endpoint: Endpoint, schemaOf: SchemaOf): Json[] {
  const { meanings = {}, params, query } = endpoint;
  const schema = where === 'path' ? params : query;
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as z.core.JSONSchema.BaseSchema;
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(meanings[name] !== undefined && { description: meanings[name] }),
    schema: field,
  }));
}

const ifMatch: Json = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the GET that the change is based on. With another one now nothing is changed.',
  schema: { type: 'string' },
};

function failures(
  { method, access, params, query, body, errors: own = [] }: Endpoint,
  changesVersioned: boolean,
  content: Json,
): Json {
  const codes = new Set<ErrorCode>([
    ...(params || query || body ? common.input : []),
    ...(access === 'public' ? [] : common.protected),
    // A body sent with these methods is always read.
    ...(method === 'GET' ? [] : common.body),
    ...(changesVersioned ? (['changed_meanwhile'] as const) : []),
    ...own,
    ...common.all,
  ]);
  const byStatus = Object.groupBy(codes, (code) => errors[code].status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, list = []]) => [
      status,
      { description: list.map((code) => `${code}: ${errors[code].message}`).join(' '), content },
    ]),
  );
}
