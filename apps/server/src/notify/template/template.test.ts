import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { AT, alertWith, entryOf, noticeOf } from '../testing/notices.ts';
import { checkTemplate } from './check.ts';
import { dataOf } from './data.ts';
import { invalidJsonAt } from './json.ts';
import { parseTemplate } from './parse.ts';
import { renderTemplate } from './render.ts';
import type { Fields } from './values.ts';

const settings = { url: 'https://hooks.example/in', customFields: { channel: 'ops' } };

function rendered(source: string, data: Fields, isText = false): string {
  const parsed = parseTemplate(source);
  if (!parsed.ok) return parsed.error.message;
  const result = renderTemplate(parsed.value, data, { isText });
  return result.ok ? result.value : result.error.message;
}

const web = entryOf(alertWith({ level: 'critical' }));
const db = { ...entryOf(alertWith({ resourceName: 'db-1', type: 'memory', value: 90.26 })), site: 'Bern' };
const data = dataOf({ notice: noticeOf([web, db]), publicUrl: 'https://belfry.example' }, settings);

test.for<[string, string]>([
  ['{{.Level}}', 'critical'],
  ['{{ .Level | upper }} {{title "two words"}} {{lower "ABC"}}', 'CRITICAL Two Words abc'],
  ['{{printf "%.2f and %d, %s, %q, 100%%" .Value 3.2 .Node "x"}}', '93.00 and 3, pve1, "x", 100%'],
  ['{{.Value | printf "%.1f"}}', '93.0'],
  ['{{if eq .Level "warning" "critical"}}yes{{else}}no{{end}}', 'yes'],
  ['{{if eq .Level "x"}}1{{else if ne .Level "y"}}2{{else}}3{{end}}', '2'],
  ['{{if and .Acknowledged .Nonsense}}1{{else}}2{{end}}', '2'],
  ['{{if or .Acknowledged (not .Acknowledged)}}1{{end}}', '1'],
  ['{{if gt .AlertCount 1}}many{{end}}', 'many'],
  ['{{range .Alerts}}[{{.ResourceName}}]{{end}}', '[web-1][db-1]'],
  ['{{range .Alerts}}[{{if .Site}}{{.Site}}: {{end}}{{.ResourceName}}]{{end}}', '[web-1][Bern: db-1]'],
  [
    '{{range $i, $a := .Alerts}}{{if $i}}, {{end}}{{$a.ResourceName}} of {{$.AlertCount}}{{end}}',
    'web-1 of 2, db-1 of 2',
  ],
  ['{{range .Metadata.nothing}}x{{else}}none{{end}}', 'none'],
  ['{{.CustomFields.channel}}{{.CustomFields.missing}}', 'ops'],
  ['{{.Metadata.occurrence}} {{.Duration}} {{.ValueFormatted}} {{.ThresholdFormatted}}', 'occurrence-1 5m 93 % 80 %'],
  ['a  {{- /* comment */ -}}  b{{`}}`}}', 'ab}}'],
  ['{{.Timestamp}} {{.Instance}}', `${new Date(AT).toISOString()} https://belfry.example`],
])('a template makes text of fields, pipes, conditions and loops: %s', ([source, result]) => {
  expect(rendered(source, data, true)).toBe(result);
});

test.for<[string, string]>([
  ['{\n  "a": {{.Levl}}\n}', 'Line 2, column 10: There is no variable .Levl here.'],
  ['{{.Level', 'Line 1, column 1: This action has no end: }} is missing.'],
  ['{{if .Level}}x', 'Line 1, column 1: This "if" has no {{end}}.'],
  ['x{{end}}', 'Line 1, column 2: There is no "if" or "range" for this {{end}}.'],
  ['{{if .Level}}a{{else}}b{{else}}c{{end}}', 'Line 1, column 24: There is an {{else}} already.'],
  ['{{Level}}', 'Line 1, column 3: There is no function Level. Variables begin with a dot: .Level'],
  ['{{.Level | .Node}}', 'Line 1, column 12: After | there must be a function.'],
  ['{{.Level .Node}}', 'Line 1, column 10: ".Node" is not expected here.'],
  ['{{(.Level}}', 'Line 1, column 10: ) is missing.'],
  ['\n{{.Level; .Node}}', 'Line 2, column 9: ";" is not expected here.'],
  ['{{"\\x"}}', 'Line 1, column 3: This text has an escape that is not valid.'],
  ['{{printf "%d" .Level}}', 'Line 1, column 3: printf needs a number for %d.'],
  ['{{printf "%x" 1}}', 'Line 1, column 3: printf does not know %x.'],
  ['{{printf "%s"}}', 'Line 1, column 3: printf has no value for %s.'],
  ['{{$x}}', 'Line 1, column 3: There is no variable $x.'],
  ['{{range .Level}}{{end}}', 'Line 1, column 1: range needs a list, such as .Alerts.'],
  ['{{constructor}}', 'Line 1, column 3: There is no function constructor. Variables begin with a dot: .constructor'],
  ['{{.constructor}}', 'Line 1, column 3: There is no variable .constructor here.'],
  ['{{.Metadata.__proto__}}', ''],
  ['{{.Level.length}}', 'Line 1, column 3: There is no variable .length here.'],
])('an error names the place: %s', ([source, message]) => {
  expect(rendered(source, data, true)).toBe(message);
});

test('inside of quotation marks a value is escaped, and outside of them it is JSON by itself', () => {
  const source = `{ "text": "{{.ResourceName}}", "name": {{.ResourceName}}, "json": {{json .Alerts}}, "in": "{{json .ResourceName}}",
    "number": {{printf "%.1f" .Value}}, "digits": {{.Node}}, "whole": {{.Value}}, "yes": {{.Acknowledged}}, "raw": {{raw "[1]"}} }`;
  const alert = alertWith({ resourceName: '"x"\n\\', node: '12' });
  const result = rendered(source, dataOf({ notice: noticeOf([entryOf(alert)]), publicUrl: '' }, settings));
  expect(JSON.parse(result)).toMatchObject({
    text: '"x"\n\\',
    name: '"x"\n\\',
    json: [{ ResourceName: '"x"\n\\', Metadata: { resourceType: 'guest' } }],
    in: '"\\"x\\"\\n\\\\"',
    number: 93,
    digits: '12',
    whole: 93,
    yes: false,
    raw: [1],
  });
});

test('whatever names contain, a template for JSON makes JSON with exactly these texts', () => {
  const source = `{{/* all forms */}}{"a":"{{.ResourceName}}","b":{{.Node}},"c":{{.Message | json}},
    "all":[{{range $i, $a := .Alerts}}{{if $i}},{{end}}{"n":"<{{$a.ResourceName}}>","u":{{$a.Node | upper}}}{{end}}],
    "f":"{{if eq .Level "critical"}}{{.CustomFields.x}}{{end}}{{printf "%s!" .ResourceName}}"}`;
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('"', '\\', '\n', '\u0000', '{', '}', '{{', '\ud800', '😀', 'u0041', '\u2028') }),
  );
  fc.assert(
    fc.property(text, text, text, (resourceName, node, x) => {
      const entry = entryOf(alertWith({ level: 'critical', resourceName, node, message: 'm' }));
      const custom = { ...settings, customFields: { x } };
      const result = rendered(source, dataOf({ notice: noticeOf([entry]), publicUrl: '' }, custom));
      expect(JSON.parse(result)).toEqual({
        a: resourceName,
        b: node,
        c: 'm',
        all: [{ n: `<${resourceName}>`, u: node.toUpperCase() }],
        f: `${x}${resourceName}!`,
      });
    }),
  );
});

test('no template throws, whatever is written in it, and each error has a place', () => {
  const piece = fc.constantFrom(
    ...[
      '{{',
      '}}',
      'if',
      'else',
      'end',
      'range',
      '.Alerts',
      '.Level',
      '|',
      '(',
      ')',
      '"',
      '`',
      '$a',
      ':=',
      ',',
      ' ',
      '\n',
      '-',
      '\\',
    ],
    ...['json', 'printf', '"%s"', '%', '1', 'eq', 'x', '{', '}', '/*', '*/', '.'],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const source = pieces.join('');
      const error = checkTemplate(source, settings, {});
      if (error) expect(error.message).toMatch(/^Line [1-9]\d*, column [1-9]\d*: ./);
    }),
    { numRuns: 2000 },
  );
});

test.for<[string, string]>([
  ['{"text": "{{.Message}}"}', ''],
  ['{"text": "{{.Message}}",}', 'Line 1, column 25: The result is not valid JSON: "}" is not expected.'],
  [
    '{\n "a": 1\n "b": "{{.Level}}"}',
    'Line 3, column 2: The result is not valid JSON: "\\"b\\": \\"warning\\"}" is not expected.',
  ],
  ['{"text": "{{.Message}}"', 'Line 1, column 24: The result is not valid JSON: the end is missing.'],
  [
    '{"url": {{.Instance | raw}}}',
    'Line 1, column 9: The result is not valid JSON: "https://belfry.examp" is not expected.',
  ],
  ['{"a": "\\{{.Level}}"}', 'Line 1, column 9: A backslash must not be directly before a value.'],
  ['', 'Line 1, column 1: The result is not valid JSON: the end is missing.'],
])('what is not JSON for each sample is refused with its place: %s', ([source, message]) => {
  expect(checkTemplate(source, settings, {})?.message ?? '').toBe(message);
});

test('the work and the result of a template are bounded', () => {
  const many = dataOf({ notice: noticeOf(Array.from({ length: 600 }, () => web)), publicUrl: '' }, settings);
  const nested = '{{range .Alerts}}{{range $.Alerts}}{{range $.Alerts}}{{end}}{{end}}{{end}}';
  expect(rendered(nested, many, true)).toMatch(/The template does too much\.$/);
  expect(rendered(`{{range .Alerts}}${'x'.repeat(3000)}{{end}}`, many, true)).toMatch(
    /The result is longer than 1 MB\.$/,
  );
  expect(rendered('{{if .Level}}'.repeat(30), many)).toMatch(/Blocks are nested more than 20 times\.$/);
  expect(rendered(`{{${'('.repeat(30)}`, many)).toMatch(/This action has no end/);
  expect(rendered(`{{${'('.repeat(30)}.Level}}`, many)).toMatch(/Brackets are nested more than 20 times\.$/);
});

test('the place where JSON stops being JSON is found in any text', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (json, cut) => {
      expect(invalidJsonAt(json)).toBeUndefined();
      const part = json.slice(0, cut % json.length);
      const at = invalidJsonAt(part);
      if (at !== undefined) expect(at).toBeLessThanOrEqual(part.length);
    }),
  );
  expect(invalidJsonAt('{"a":1,}')).toBe(7);
  expect(invalidJsonAt('[1 2]')).toBe(3);
  expect(invalidJsonAt('{"a" 1}')).toBe(5);
  expect(invalidJsonAt('[] x')).toBe(3);
});
