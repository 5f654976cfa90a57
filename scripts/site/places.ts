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

/**
 * The document with its links to other documents of the repository as links of the site. A link to a file that the site does not
 * have is broken. What stands in code is left as it is.
 */
export function relinked(file: string, text: string, broken: (link: Broken) => void): string {
  const own = placeOf(file) as string;
  const link = (target: string): string => {
    if (/^([a-z]+:|#|\/)/.test(target)) return target;
    const [address = '', anchor] = target.split('#');
    const inRepository = path.posix.normalize(path.posix.join(path.posix.dirname(file), address));
    const folder = !path.posix.extname(inRepository);
    const place = placeOf(folder ? `${inRepository.replace(/\/$/, '')}/index.md` : inRepository);
    if (place === undefined) {
      broken({ file, link: target });
      return target;
    }
    const relative = place.endsWith('.md') ? path.posix.relative(path.posix.dirname(own), place) : `/${place}`;
    return `${relative.startsWith('.') || relative.startsWith('/') ? '' : './'}${relative}${anchor ? `#${anchor}` : ''}`;
  };
  return outsideCode(text, (prose) =>
    prose.replaceAll(/(?<!!)\]\(([^)\s]+)\)/g, (_, target: string) => `](${link(target)})`),
  );
}

/** Applies a function to what is neither a fenced block nor code within a line. */
export function outsideCode(text: string, change: (prose: string) => string): string {
  return text
    .split(/(^```[\s\S]*?^```[^\S\n]*$|`[^`\n]+`)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}
