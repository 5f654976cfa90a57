// A configuration as YAML, with its secrets in files of their own or as the mask.
import { FILE_SUFFIX, isSecretPath } from '@belfry/schema/config/file-secrets';
import { MASK } from '@belfry/schema/notifications/mask';
import { Document } from 'yaml';
import type { Path } from './problem.ts';

const HEAD = ` The configuration of Belfry. What a section does not say has its default; a section that is not here is left as it is.
 ${MASK} stands for a secret that is not in this file: the stored one is kept.`;

export function configText(config: Record<string, unknown>): string {
  const document = new Document(config);
  document.commentBefore = HEAD;
  return document.toString({ lineWidth: 0 });
}

export interface Extracted {
  /** With a `…_file` in place of each secret. */
  config: Record<string, unknown>;
  /** The secrets by the names of their files. */
  files: Map<string, string>;
}

/** `place` makes the path that is written of the name of a file. */
export function extractSecrets(config: Record<string, unknown>, place: (name: string) => string): Extracted {
  const files = new Map<string, string>();

  function nameFor(labels: readonly string[]): string {
    const plain = labels
      .map((label) => label.replaceAll(/[^\w-]/g, '_'))
      .join('.')
      .slice(0, 180);
    let name = plain;
    for (let i = 2; files.has(name); i++) name = `${plain}-${i}`;
    return name;
  }
  function extract(value: unknown, path: Path, labels: readonly string[]): unknown {
    if (Array.isArray(value))
      return value.map((item, i) => extract(item, [...path, i], [...labels, labelOf(item) ?? String(i)]));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
      const own = [...path, key];
      const isSecret = isSecretPath(own) && typeof item === 'string' && item !== '' && item !== MASK;
      if (!isSecret) return [key, extract(item, own, [...labels, key])];
      const name = nameFor([...labels, key]);
      files.set(name, item);
      return [`${key}${FILE_SUFFIX}`, place(name)];
    });
    return Object.fromEntries(entries);
  }
  return { config: extract(config, [], []) as Record<string, unknown>, files };
}

function labelOf(item: unknown): string | undefined {
  const { name } = Object(item) as { name?: unknown };
  return typeof name === 'string' ? name : undefined;
}
