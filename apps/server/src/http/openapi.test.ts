import { english } from '@belfry/domain/sentences/english';
import { endpoint } from '@belfry/schema/http/endpoint';
import { endpoints } from '@belfry/schema/http/endpoints';
import { guestExamples } from '@belfry/schema/sentences/search';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { openApi } from './openapi.ts';

const thing = endpoint('PUT /api/things/:id', {
  summary: 'Change',
  access: 'admin',
  params: z.object({ id: z.string() }),
  query: z.object({ dry: z.string().optional() }),
  body: z.object({ name: z.string().default('x') }),
  reply: z.object({ ok: z.boolean() }),
  errors: ['conflict'],
});

test('the document has every endpoint with its method, and every reference has a target', () => {
  const text = JSON.stringify(openApi([...endpoints, thing], '1.2.3'));
  const document = JSON.parse(text);
  expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' } });
  for (const { method, path, status = 200 } of endpoints) {
    expect(document.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()].responses[status]).toBeDefined();
  }
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
  expect(references.length).toBeGreaterThan(0);
  for (const reference of references) {
    const target = reference
      .replace('#/', '')
      .split('/')
      .reduce((node, key) => node?.[key], document);
    expect(target, reference).toBeTypeOf('object');
  }
});

test('parameters, body and errors come from the endpoint definitions', () => {
  const { paths } = JSON.parse(JSON.stringify(openApi([thing], '1')));
  const operation = paths['/api/things/{id}'].put;
  expect(operation.parameters).toMatchObject([
    { name: 'id', in: 'path', required: true },
    { name: 'dry', in: 'query', required: false },
  ]);
  expect(operation.requestBody.content['application/json'].schema.required).toBeUndefined();
  expect(Object.keys(operation.responses)).toEqual(['200', '400', '401', '403', '409', '413', '415', '429', '500']);
});

test('the parameter of a search has every example of the parser, with what it finds', () => {
  const { paths } = JSON.parse(JSON.stringify(openApi(endpoints, '1')));
  const [search] = paths['/api/guests'].get.parameters;
  for (const [example, id] of guestExamples)
    expect(search.description).toContain(`- \`${example}\`: ${english({ id })}`);
});

test('answers that are not JSON have their media type', () => {
  const { paths } = JSON.parse(JSON.stringify(openApi(endpoints, '1')));
  const typesOf = (path: string) => Object.keys(paths[path].get.responses[200].content);
  expect(typesOf('/api/setup-script')).toEqual(['text/plain; charset=utf-8']);
  expect(typesOf('/install-docker-agent.sh')).toEqual(['text/plain; charset=utf-8']);
  expect(typesOf('/download/belfry-docker-agent')).toEqual(['application/octet-stream']);
  expect(typesOf('/api/state')).toEqual(['application/json']);
  expect(paths['/api/oidc/callback'].get.responses[302]).not.toHaveProperty('content');
});

test('every pattern means the same without its flags, and a tool can generate texts from it', () => {
  const patterns = new Set<string>();
  const collect = (schema: z.ZodType) =>
    z.toJSONSchema(schema, {
      unrepresentable: 'any',
      io: 'input',
      override({ zodSchema, jsonSchema }) {
        if (jsonSchema.pattern) patterns.add(jsonSchema.pattern);
        for (const { _zod: check } of zodSchema._zod.def.checks ?? [])
          if ('pattern' in check.def && check.def.pattern instanceof RegExp)
            expect([check.def.pattern.source, check.def.pattern.flags]).toEqual([check.def.pattern.source, '']);
      },
    });
  for (const { params, query, body } of endpoints)
    for (const schema of [params, query, body]) if (schema) collect(schema);
  expect(patterns.size).toBeGreaterThan(5);
  for (const pattern of patterns) {
    expect(pattern).not.toMatch(/\\p\{/i);
    const plain = new RegExp(pattern);
    for (const text of fc.sample(fc.stringMatching(plain), { numRuns: 20, seed: 1 })) expect(text).toMatch(plain);
  }
});
