// Where a document of the repository is on the site, and where the links in it lead there.
import { globSync } from 'node:fs';
import path from 'node:path';

/** Documents outside docs/site that the site shows too. A folder ends with a slash; the rest of the path is appended. */
const moved: readonly (readonly [from: string, to: string])[] = [
  ['docs/site/', ''],
  ['docs/decisions/', 'development/decisions/'],
  ['docs/prometheus/README.md', 'guide/prometheus.md'],
  ['docs/prometheus/', 'prometheus/'],
  ['docs/', 'development/'],
  ['ARCHITECTURE.md', 'development/architecture.md'],
  ['CONTRIBUTING.md', 'development/contributing.md'],
  ['apps/docker-agent/README.md', 'guide/docker-agent.md'],
  ['packages/lab/README.md', 'development/lab.md'],
];

/** The place on the site of a file of the repository; undefined if the site does not have it. */
export function placeOf(file: string): string | undefined {
  for (const [from, to] of moved) {
    if (from.endsWith('/') ? file.startsWith(from) : file === from) {
      return from.endsWith('/') ? to + file.slice(from.length) : to;
    }
  }
  return undefined;
}

/** The documents that are pages, and the files that are offered as they are. Paths in the repository. */
export function documentsOf(root: string): { pages: string[]; files: string[] } {
  const found = globSync(
    [
      'docs/**/*.md',
      'docs/prometheus/*.{yml,json}',
      ...moved.map(([from]) => from).filter((from) => !from.endsWith('/')),
    ],
    { cwd: root, exclude: (name) => /(^|\/)(node_modules|\.vitepress)$/.test(name) },
  );
  const all = [...new Set(found.map((file) => file.split(path.sep).join('/')))].sort();
  return { pages: all.filter((file) => file.endsWith('.md')), files: all.filter((file) => !file.endsWith('.md')) };
}

/** A link that no page answers. */
export interface Broken {
  file: string;
  link: string;
}

export interface Repository {
  exists(file: string): boolean;
  broken(link: Broken): void;
}

/**
 * The document with its links to other documents of the repository as links of the site. In place of a link to a file of the
 * repository that the site does not have, its path is written. A link to a file that does not exist is broken. What stands in code is
 * left as it is.
 */
export function relinked(file: string, text: string, { exists, broken }: Repository): string {
  const own = placeOf(file) as string;
  const link = (words: string, target: string): string => {
    if (/^([a-z]+:|#|\/)/.test(target)) return `[${words}](${target})`;
    const [address = '', anchor] = target.split('#');
    const inRepository = path.posix.normalize(path.posix.join(path.posix.dirname(file), address)).replace(/\/$/, '');
    if (!exists(inRepository) && !inRepository.startsWith('docs/site/api/')) broken({ file, link: target });
    const place = placeOf(path.posix.extname(inRepository) ? inRepository : `${inRepository}/index.md`);
    if (place === undefined) return `${words} (\`${inRepository}\`)`;
    const relative = place.endsWith('.md') ? path.posix.relative(path.posix.dirname(own), place) : `/${place}`;
    const start = relative.startsWith('.') || relative.startsWith('/') ? '' : './';
    return `[${words}](${start}${relative}${anchor ? `#${anchor}` : ''})`;
  };
  const linked = (part: string) =>
    part.replaceAll(LINK, (whole, words: string | undefined, target = '') =>
      words === undefined ? whole : link(words, target),
    );
  return outsideFences(text, linked);
}

/** Code within a line and pictures, which stay as they are; or a link, whose words may contain code. */
const LINK = /`[^`\n]+`|!\[[^\]\n]*\]\([^)\s]+\)|\[((?:[^\]`\n]|`[^`\n]+`)*)\]\(([^)\s]+)\)/g;

/** Applies a function to what is in no fenced block. */
const outsideFences = (text: string, change: (part: string) => string): string =>
  text
    .split(/(^```[\s\S]*?^```[^\S\n]*$)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');

/** Applies a function to what is neither in a fenced block nor code within a line. */
export const outsideCode = (text: string, change: (prose: string) => string): string =>
  outsideFences(text, (part) =>
    part
      .split(/(`[^`\n]+`)/)
      .map((prose, index) => (index % 2 === 0 ? change(prose) : prose))
      .join(''),
  );
