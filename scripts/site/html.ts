// The composed pages as HTML, made by VitePress.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** `pages` is a composed folder. Returns the folder of the site, which is beside it. A dead link to a page is an error. */
export async function buildHtml(root: string, pages: string): Promise<string> {
  const site = path.join(root, 'docs/site');
  const program = path.join(site, 'node_modules/vitepress/bin/vitepress.js');
  const env = { ...process.env, BELFRY_SITE_PAGES: pages, NODE_ENV: 'production' };
  // the pages are made into modules, which import vue from where they are
  const modules = path.join(pages, '../node_modules');
  rmSync(modules, { force: true });
  symlinkSync(path.join(site, 'node_modules'), modules);
  await run(process.execPath, [program, 'build', site], { cwd: site, env, maxBuffer: 2 ** 26 }).catch((error) => {
    throw new Error(`VitePress fails:\n${error.stdout}${error.stderr}`);
  });
  return path.join(pages, '../html');
}

/** What is wrong with the links of a built site: pages, files and anchors that do not exist, and addresses that are none. */
export function wrongLinks(html: string, base = '/'): string[] {
  const files = readdirSync(html, { recursive: true, encoding: 'utf8' }).map((file) => file.split(path.sep).join('/'));
  const known = new Set(files);
  const pages = new Map(
    files.filter((file) => file.endsWith('.html')).map((file) => [file, readFileSync(path.join(html, file), 'utf8')]),
  );
  const anchors = new Map<string, Set<string>>();
  const anchorsOf = (page: string) => {
    const own =
      anchors.get(page) ??
      new Set([...(pages.get(page) ?? '').matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => decode(id)));
    anchors.set(page, own);
    return own;
  };
  return [...pages].flatMap(([page, text]) =>
    [...text.matchAll(/<(?:a|img|link|script)\b[^>]*? (?:href|src)="([^"]*)"/g)].flatMap(([, raw = '']) => {
      const reason = wrong(page, decode(raw));
      return reason === undefined ? [] : [`${page}: ${raw}: ${reason}`];
    }),
  );

  function wrong(page: string, link: string): string | undefined {
    if (/^[a-z][a-z0-9+.-]*:/i.test(link)) return wrongExternal(link);
    let url: URL;
    try {
      url = new URL(link, `http://site${base}${page}`);
    } catch {
      return 'not an address';
    }
    if (!url.pathname.startsWith(base)) return `outside of ${base}`;
    const place = decodeURIComponent(url.pathname.slice(base.length)).replace(/(^|\/)$/, '$1index.html');
    const target = known.has(place) ? place : `${place}.html`;
    if (!known.has(target)) return 'no such page or file';
    const anchor = decodeURIComponent(url.hash.slice(1));
    return anchor === '' || anchorsOf(target).has(anchor) ? undefined : `no such place in ${target}`;
  }
}

/** Only what it is made of: nothing is fetched. */
function wrongExternal(link: string): string | undefined {
  if (!/^(https?|mailto|data):/.test(link)) return 'not an address for a browser';
  if (!/^https?:/.test(link)) return undefined;
  const url = URL.parse(link);
  return url?.hostname.includes('.') || url?.hostname === 'localhost'
    ? undefined
    : 'not an address with a name of a host';
}

const decode = (text: string): string =>
  text
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
