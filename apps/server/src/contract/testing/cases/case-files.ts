// A case as it lies in its folder: what the hosts answer (case.json), and what Belfry must make of it (expected.json).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { durationMs, resolved } from './values.ts';

const casesFolder = fileURLToPath(new URL('../../../../../../cases/', import.meta.url));

const Row = z.record(z.string(), z.unknown());
/** What a host is: the rows of the calm host that are different, and its own answers by path. */
const facts = {
  version: z.string().optional(),
  nodes: z.array(Row.and(z.object({ node: z.string() }))).optional(),
  guests: z.array(Row.and(z.object({ vmid: z.number() }))).optional(),
  storages: z.array(Row.and(z.object({ storage: z.string() }))).optional(),
  datastores: z.array(Row.and(z.object({ store: z.string() }))).optional(),
  answers: z.record(z.string().startsWith('/'), z.unknown()).optional(),
};
/** The lab answers as each of them does. */
const Product = z.enum(['pve', 'pbs', 'pmg']);
/** `config`: fields of the configured host, as in the file of hosts. */
const Host = z.strictObject({ product: Product, config: Row.optional(), ...facts });
/** What is different from this step on. A row is found by its name and number, and only its named fields change. */
const Change = z.strictObject(facts);
export type HostFacts = z.infer<typeof Change>;

const Duration = z.string().refine((text) => durationMs(text) !== undefined, 'is not a time such as 30s, 20m or 3d');
const Request = z.strictObject({ method: z.enum(['POST', 'PUT', 'DELETE']), path: z.string(), body: z.unknown() });

const Step = z.strictObject({
  name: z.string(),
  /** Belfry is stopped and started again at the beginning of the step. */
  restart: z.literal(true).optional(),
  hosts: z.record(z.string(), Change).optional(),
  requests: z.array(Request).optional(),
  for: Duration,
});

const Case = z.strictObject({
  hosts: z.record(z.string(), Host),
  env: z.record(z.string(), z.string()).optional(),
  steps: z
    .array(Step)
    .min(1)
    .default([{ name: 'end', for: '15m' }]),
});

const Count = z.strictObject({ min: z.number().optional(), max: z.number().optional() });

const Expected = z.strictObject({
  /** By id. A text is the level. */
  alerts: z.record(z.string(), z.union([z.string(), Row])).optional(),
  otherAlerts: z.literal(true).optional(),
  /** By instance. */
  gaps: z.record(z.string(), z.array(Row)).optional(),
  otherGaps: z.literal(true).optional(),
  /** By list of the state and id. */
  entities: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  serverProblems: Row.optional(),
  /** By path of a GET. */
  api: z.record(z.string().startsWith('/'), z.unknown()).optional(),
  /** By host and path: how often it was called in this step. */
  calls: z.record(z.string(), z.record(z.string().startsWith('/'), Count)).optional(),
  /** How many lines of the log of this step contain a text. */
  log: z.record(z.string(), Count).optional(),
});
export type Expected = z.infer<typeof Expected>;

export type CaseHost = z.infer<typeof Host>;
export type CaseStep = z.infer<typeof Step>;
export interface CaseFiles extends z.infer<typeof Case> {
  /** By the name of a step. */
  expected: Record<string, Expected>;
}

/** The names of all folders, in order. */
export const caseNames = (folder = casesFolder): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

/** Throws an error that names the file and the field. */
export function readCase(name: string, folder = casesFolder): CaseFiles {
  const at = `${folder}${name}/`;
  if (!existsSync(`${at}README.md`)) throw new Error(`cases/${name} has no README.md`);
  const found = read(Case, at, name, 'case.json');
  const expected = read(z.record(z.string(), Expected), at, name, 'expected.json');
  const steps = found.steps.map((step) => step.name);
  const refuse = (file: string, why: string) => {
    throw new Error(`cases/${name}/${file}: ${why}`);
  };
  for (const step of Object.keys(expected))
    if (!steps.includes(step)) refuse('expected.json', `"${step}" is not a step; the steps are ${steps.join(', ')}`);
  if (Object.keys(expected).length === 0) refuse('expected.json', 'nothing is expected');
  const hosts = Object.keys(found.hosts);
  const named = [...found.steps.flatMap((step) => Object.keys(step.hosts ?? {}).map((host) => ['case.json', host]))];
  for (const { gaps, calls } of Object.values(expected))
    for (const host of [...Object.keys(gaps ?? {}), ...Object.keys(calls ?? {})]) named.push(['expected.json', host]);
  for (const [file = '', host = ''] of named)
    if (!hosts.includes(host)) refuse(file, `"${host}" is not a host; the hosts are ${hosts.join(', ')}`);
  return { ...found, expected };
}

function read<T>(schema: z.ZodType<T>, at: string, name: string, file: string): T {
  const label = `cases/${name}/${file}`;
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(at + file, 'utf8'));
  } catch (error) {
    throw new Error(`${label}: ${error instanceof Error ? error.message : error}`);
  }
  try {
    // as a trial: later a host would have to refuse what cannot be read
    resolved(json, { start: 0, now: 0 });
  } catch (error) {
    throw new Error(`${label}: ${error instanceof Error ? error.message : error}`);
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`);
  throw new Error(`${label}: ${lines.join('; ')}`);
}
