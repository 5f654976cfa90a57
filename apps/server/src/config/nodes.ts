// The list of hosts to monitor in the environment: a JSON array, or @file with one.

import { nearest } from '@belfry/domain/nearest';
import { english } from '@belfry/domain/sentences/english';
import { ofMessage } from '@belfry/schema/sentences/message';
import '../lib/invalid-input.ts';
import { instanceId } from '@belfry/domain/ids';
import { fail, ok, type Result } from '@belfry/domain/result';
import { type Identified, InstanceId, NodeConfig, nodeConfigs } from '@belfry/schema/config/node';
import * as z from 'zod';
import type { Problem } from './env.ts';

const EXPECTED = 'a JSON array of hosts, or @ and the path of a file with one';
/** The values of these fields are never repeated. */
const secret = /password|tokenValue/;
const HIDDEN = 'a value that is not shown';

export function parseNodes(
  variable: string,
  text: string,
  read: (path: string) => string,
): Result<Identified[], Problem[]> {
  if (text === '') return ok([]);
  const json = parseJson(text, read);
  if (!json.ok) return fail([{ variable, expected: EXPECTED, found: json.error }]);
  if (!Array.isArray(json.value)) return fail([{ variable, expected: EXPECTED, found: 'JSON that is no array' }]);

  const nodes: Identified[] = [];
  const problems: Problem[] = [];
  for (const [i, entry] of json.value.entries()) {
    const { id, ...host } = Object(entry) as Record<string, unknown>;
    const own = Id.safeParse({ id });
    const parsed = NodeConfig.safeParse(typeof entry === 'object' ? host : entry);
    if (own.success && parsed.success) nodes.push({ ...parsed.data, ...own.data });
    // Its secret would be readable in the environment of the centre.
    if (parsed.data?.site)
      problems.push({
        variable: `${variable}[${i}].site`,
        expected: 'no site, because a host of a site is added in the settings',
        found: describe(entry, ['site']),
      });
    for (const issue of [...(own.error?.issues ?? []), ...(parsed.error?.issues ?? [])]) {
      if (issue.code === 'unrecognized_keys') {
        problems.push(...issue.keys.map((key) => unknownField(`${variable}[${i}]`, host, [...issue.path, key])));
        continue;
      }
      const where = [`${variable}[${i}]`, ...issue.path].join('.');
      problems.push({ variable: where, expected: expectation(issue), found: describe(entry, issue.path) });
    }
  }
  for (const node of twice(nodes)) {
    problems.push({
      variable,
      expected: 'a different name or id for each host',
      found: `${node.type} "${node.name}" twice`,
    });
  }
  return problems.length > 0 ? fail(problems) : ok(nodes);
}

const Id = z.object({ id: InstanceId.optional() });

const twice = (nodes: Identified[]): Identified[] => {
  const ids = nodes.map((node) => node.id ?? instanceId(node.type, node.name));
  return nodes.filter((_, i) => ids.indexOf(ids[i] ?? '') !== i);
};

/** The message of the parser quotes the text, which may contain secrets, so it is not used. */
function parseJson(text: string, read: (path: string) => string): Result<unknown, string> {
  let json = text;
  if (text.startsWith('@')) {
    try {
      json = read(text.slice(1));
    } catch {
      return fail(`${text}, a file that cannot be read`);
    }
  }
  try {
    return ok(JSON.parse(json));
  } catch {
    return fail(`${text.startsWith('@') ? `${text}, a file` : 'text'} that is not JSON`);
  }
}

/** Names of a host, whichever kind it is: a field of another kind is the nearest one too. */
const FIELDS = [...new Set(['id', ...nodeConfigs.flatMap(({ shape }) => Object.keys(shape))])];

function unknownField(host: string, entry: unknown, path: PropertyKey[]): Problem {
  const meant = nearest(String(path.at(-1)), FIELDS);
  // What is written beside a misspelt name may be a secret.
  const isSecret = meant !== undefined && secret.test(meant);
  return {
    variable: [host, ...path].join('.'),
    expected: `no field of this name${meant === undefined ? '' : `; ${meant} may be meant`}`,
    found: isSecret ? HIDDEN : describe(entry, path),
  };
}

/** "must be a text" → "a text"; the received value is described separately, without secrets. */
function expectation({ message }: { message: string }): string {
  const problem = ofMessage(message);
  return problem.id === 'field.required' ? 'a value' : english(problem).replace(/^(must be |must have |expected )/, '');
}

function describe(entry: unknown, path: PropertyKey[]): string {
  let value = entry;
  for (const key of path) value = (value as Record<PropertyKey, unknown> | undefined)?.[key];
  if (value === undefined) return 'nothing';
  if (path.some((key) => secret.test(String(key)))) return HIDDEN;
  return typeof value === 'object' ? (Array.isArray(value) ? 'an array' : 'an object') : JSON.stringify(value);
}
