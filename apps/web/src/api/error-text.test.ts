import { expect, test } from 'vitest';
import { english, speak } from '../lib/language/in-language.ts';
import { german } from '../lib/language/testing/german.ts';
import { readRefusal } from './error-text.ts';

const text = (status: number, body: string) => readRefusal(status, body).text;

test('the server’s own text comes first, with its code and the errors by field', () => {
  const body = JSON.stringify({
    error: 'The request has invalid fields.',
    code: 'validation_error',
    details: { host: 'Host is required', odd: 3 },
    remaining: 2,
  });
  expect(readRefusal(400, body)).toMatchObject({
    text: 'The request has invalid fields.',
    code: 'validation_error',
    details: { host: 'Host is required' },
    body: { remaining: 2 },
  });
});

test('a refusal is in the language of the user where the server names its sentences', () => {
  speak(german);
  const body = { error: 'Node not found', code: 'not_found', details: { host: 'must not be empty', port: 'odd' } };
  const names = { sentence: { id: 'node.notFound' }, reasons: { host: { id: 'field.empty' }, port: 'field.int' } };
  expect(readRefusal(404, JSON.stringify({ ...body, ...names }))).toMatchObject({
    text: 'Der Knoten wurde nicht gefunden',
    details: { host: 'darf nicht leer sein', port: 'odd' },
  });
  expect(readRefusal(404, JSON.stringify(body)).text).toBe('Node not found');
  speak(english);
});

test('short plain text is shown unchanged', () => {
  expect(text(502, ' upstream is down \n')).toBe('upstream is down');
});

test('of an HTML page only the preformatted text is shown', () => {
  expect(text(500, '<html><body><pre>disk full</pre></body></html>')).toBe('disk full');
});

test.each([
  ['another page', '<html><h1>502 Bad Gateway</h1></html>'],
  ['a long text', 'x'.repeat(500)],
  ['nothing', ''],
  ['JSON without words', '{"error":""}'],
  ['JSON that is no object', '["<b>"]'],
])('%s becomes the status', (_, body) => {
  expect(text(502, body)).toBe('Request failed with status 502');
});
