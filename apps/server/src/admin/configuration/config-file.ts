// The configuration as one document: shown, compared with another one, and replaced by it, all or nothing.

import { ok } from '@belfry/domain/result';
import { joined } from '@belfry/domain/sentences/english';
import { ConfigFile } from '@belfry/schema/config/file';
import type { PartContent } from '@belfry/schema/config/parts';
import type { ConfigReport } from '@belfry/schema/config/report';
import type { ConfigChange } from '@belfry/schema/http/config-file';
import { ofMessage } from '@belfry/schema/sentences/message';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Store, Stores } from '../../db/store.ts';
import { type Answer, type Refused, refuseWith, sentenceOf } from '../../lib/refusal.ts';
import { changesBetween } from './changes.ts';
import type { ConfigDocument, Contents, Prepared } from './document.ts';
import { keepSecrets, maskSecrets, type PathProblem } from './masks.ts';
import { type Section, type SectionDeps, sectionsOf } from './sections.ts';
import { type Hasher, withHashes } from './users.ts';

type Document = Record<string, unknown>;

interface Applied extends ConfigReport {
  changes: ConfigChange[];
}

export type ConfigurationFile = ReturnType<typeof createConfigurationFile>;

export interface ConfigurationFileDeps extends SectionDeps {
  document: ConfigDocument;
  store: Pick<Store, 'users'>;
  hasher: Hasher;
  /** The environment lets administrators in. */
  hasOtherAdmins(): boolean;
  /** Called after each change. */
  changed(): void;
}

interface Plan {
  changes: ConfigChange[];
  prepared: Prepared[];
}

export function createConfigurationFile(deps: ConfigurationFileDeps) {
  const sections = sectionsOf(deps);
  /** The document of these sections. A part that the environment sets is not in it. */
  function documentOf(all: Contents, of: readonly Section[]): Document {
    const document: Document = {};
    for (const { path, part, shown } of of) {
      const content = all.get(part);
      if (content !== undefined) put(document, path, shown(content as never));
    }
    // As it arrives in JSON: without fields that are undefined.
    return JSON.parse(JSON.stringify(document));
  }

  /** Everything that takes long, before anything is locked. */
  async function read(document: unknown): Promise<Answer<ConfigFile>> {
    const parsed = ConfigFile.safeParse(document);
    if (!parsed.success)
      return invalid(
        parsed.error.issues.map(({ path, message }) => ({
          path: path.map((key) => (typeof key === 'number' ? key : String(key))),
          text: ofMessage(message),
        })),
      );
    if (!parsed.data.users) return ok(parsed.data);
    const users = await withHashes(parsed.data.users, deps.store.users.list(), deps.hasher);
    return users ? ok({ ...parsed.data, users }) : refuseWith('unavailable', { retryAfterS: 1 });
  }

  async function compare(given: ConfigFile, tx?: Stores): Promise<Answer<Plan>> {
    const present = sections.filter(({ path }) => at(given, path) !== undefined);
    const current = await deps.document.contents(tx);
    const before = documentOf(current, present);
    const { document, problems } = keepSecrets(given, documentOf(current, sections));
    const next = new Map(current);
    for (const { path, part, content } of problems.length > 0 ? [] : present) {
      const made = content(at(document, path) as never, next.get(part) as never);
      if (made.ok) next.set(part, made.value);
      else problems.push(...located(made, path));
    }
    if (problems.length > 0) return invalid(problems);
    const after = documentOf(next, present);
    const changes = changesBetween(before, after);
    const stranded = changes.length > 0 && isStranded(next, current) ? [strandedBy(present)] : [];

    const touched = new Map(
      present
        .filter(({ path }) => changesBetween(at(before, path), at(after, path)).length > 0)
        .map(({ part, path }) => [part, path] as const),
    );
    const all: Prepared[] = [];
    const wrong: PathProblem[] = stranded;
    for (const [name, path] of touched) {
      const prepared = deps.document.prepare(name, next.get(name));
      if (prepared.ok) all.push(prepared.value);
      else wrong.push(...located(prepared, path));
    }
    return wrong.length > 0 ? invalid(wrong) : ok({ changes, prepared: all });
  }

  /** Whether anybody can sign in as an administrator. An expired token does not count. */
  function hasAdmin(all: Contents): boolean {
    const users = (all.get('users') ?? []) as PartContent<'users'>;
    const tokens = (all.get('tokens') ?? []) as PartContent<'tokens'>;
    const oidc = all.get('oidc') as { enabled: boolean } | undefined;
    return (
      deps.hasOtherAdmins() ||
      oidc?.enabled === true ||
      users.some(({ role }) => role === 'admin') ||
      tokens.some(({ scope, expiresAt }) => scope === 'admin' && (expiresAt === undefined || expiresAt > deps.now()))
    );
  }
  const isStranded = (next: Contents, current: Contents): boolean => hasAdmin(current) && !hasAdmin(next);

  return {
    async show(secrets: boolean): Promise<Document> {
      const document = { version: 1, ...documentOf(await deps.document.contents(), sections) };
      return secrets ? document : maskSecrets(document);
    },
    /** What `apply` would change. */
    async plan(document: unknown): Promise<Answer<Applied>> {
      const given = await read(document);
      if (!given.ok) return given;
      const plan = await compare(given.value);
      return plan.ok ? ok({ changes: plan.value.changes, left: [], notices: [], sentences: [] }) : plan;
    },
    /** `alongside` is written in the same transaction. */
    async apply(
      document: unknown,
      alongside?: (tx: Stores, changes: readonly ConfigChange[]) => Promise<void>,
    ): Promise<Answer<Applied>> {
      const given = await read(document);
      if (!given.ok) return given;
      let changes: ConfigChange[] = [];
      const report = await deps.document.apply(
        async (tx) => {
          const plan = await compare(given.value, tx);
          if (!plan.ok) return plan;
          ({ changes } = plan.value);
          return ok(plan.value.prepared);
        },
        { alongside: async (tx) => alongside?.(tx, changes) },
      );
      if (!report.ok) return report;
      if (changes.length > 0) deps.changed();
      return ok({ changes, ...report.value });
    },
  };
}

const strandedBy = (present: readonly Section[]): PathProblem => ({
  path: present.find(({ path: [name = ''] }) => ['users', 'tokens', 'oidc'].includes(name))?.path ?? [],
  text: { id: 'file.noAdministrator' },
});

/** The problems of a section by their place in the document. */
const located = ({ error }: Refused, path: readonly string[]): PathProblem[] => {
  const fields = Object.entries(error.details ?? {});
  if (fields.length === 0) return [{ path, text: sentenceOf(error) }];
  return fields.map(([field, problem]) => ({ path: [...path, ...field.split('.').filter(Boolean)], text: problem }));
};

function invalid(problems: readonly PathProblem[]): Refused {
  const details: Record<string, Sentence> = {};
  for (const { path, text } of problems) {
    const name = path.join('.');
    const first = details[name];
    details[name] = first ? joined(first, text) : text;
  }
  return refuseWith('validation_error', { sentence: { id: 'file.notValid' }, details });
}

const at = (document: object, path: readonly string[]): unknown =>
  path.reduce<unknown>((outer, key) => (outer as Document | undefined)?.[key], document);

function put(document: Document, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) document[name] = value;
  else {
    const inner = (document[name] ?? {}) as Document;
    document[name] = inner;
    put(inner, rest, value);
  }
}
