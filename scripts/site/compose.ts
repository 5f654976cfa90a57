// Puts all pages of the site into one folder: those of docs/site, other documents of the repository, and pages made of the source.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { apiPages } from './api-pages.ts';
import { contentsOf } from './contents.ts';
import { withParts } from './made-parts.ts';
import { type Broken, documentsOf, outsideCode, placeOf, relinked } from './places.ts';

/** The title of a page: its first heading. */
const titleOf = (text: string): string | undefined => /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '');

/** Comments are for those who change the document. The site shows no HTML of documents. */
const withoutComments = (text: string): string =>
  outsideCode(text, (prose) => prose.replaceAll(/<!--[\s\S]*?-->\n*/g, ''));

/** One page for the reasons of decisions, because the menu would be too long with all of them. */
function decisionsPage(pages: ReadonlyMap<string, string>): string {
  const rows = [...pages]
    .filter(([page]) => page.startsWith('development/decisions/'))
    .map(([page, title]) => `- [${title}](./${path.posix.basename(page)}.md)`);
  return `# Decisions\n\nWhy things are as they are, one page each.\n\n${rows.join('\n')}\n`;
}

/** Writes the pages and `contents.json` into `folder`, and throws if a document has a broken link or no title. */
export function compose(root: string, folder: string): { pages: string[] } {
  rmSync(folder, { recursive: true, force: true });
  const { pages, files } = documentsOf(root);
  const broken: Broken[] = [];
  const repository = {
    exists: (file: string) => existsSync(path.join(root, file)),
    broken: (link: Broken) => void broken.push(link),
  };
  const texts = new Map<string, string>();
  for (const file of pages) {
    const text = withoutComments(readFileSync(path.join(root, file), 'utf8'));
    texts.set(placeOf(file) as string, withParts(relinked(file, text, repository)));
  }
  const api = apiPages(root);
  for (const [place, text] of api.pages) texts.set(place, text);
  if (broken.length > 0) {
    throw new Error(`links to files that do not exist:\n${broken.map((b) => `${b.file}: ${b.link}`).join('\n')}`);
  }
  const titles = new Map<string, string>();
  for (const [place, text] of texts) {
    const title = titleOf(text);
    if (title === undefined) throw new Error(`${place} has no title`);
    titles.set(place.replace(/\.md$/, ''), title);
  }
  texts.set('development/decisions/index.md', decisionsPage(titles));
  for (const [place, text] of texts) write(path.join(folder, place), text);
  for (const file of files) {
    const target = path.join(folder, 'public', placeOf(file) as string);
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(path.join(root, file), target);
  }
  write(path.join(folder, 'public/openapi.json'), api.document);
  const menu = contentsOf(titles);
  menu.at(-1)?.items.push({ text: 'Decisions', link: '/development/decisions/' });
  write(path.join(folder, 'contents.json'), JSON.stringify(menu));
  return { pages: [...texts.keys()].sort() };
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The pictures that the pages of a composed folder show, as paths below `public`. */
export function picturesIn(folder: string): { page: string; picture: string; alt: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .flatMap((page) =>
      [...readFileSync(path.join(folder, page), 'utf8').matchAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g)].map(
        ([, alt = '', picture = '']) => ({ page, picture, alt }),
      ),
    );
}
