// The site. Its pages are composed by scripts/site, which says with BELFRY_SITE_PAGES where they are.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitepress';
import { home } from './home.ts';

const pages = process.env.BELFRY_SITE_PAGES;
if (pages === undefined) throw new Error('BELFRY_SITE_PAGES is not set: build the site with `npm run site`');

export default defineConfig({
  srcDir: pages,
  outDir: path.join(pages, '../html'),
  cacheDir: path.join(pages, '../cache'),
  // the path below which a server shows the site: '/belfry/' for https://example.org/belfry/
  base: process.env.BELFRY_SITE_BASE ?? '/',
  lang: 'en',
  title: 'Belfry',
  description: 'Monitoring for Proxmox and Docker on one page',
  cleanUrls: false,
  ignoreDeadLinks: false,
  transformPageData(page) {
    if (page.relativePath === 'index.md') Object.assign(page.frontmatter, home);
  },
  markdown: {
    // documents are plain Markdown: what looks like HTML or like a template is text
    html: false,
    // braces at the end of a heading are a part of a path
    attrs: { disable: true },
    config(md) {
      const text = md.renderer.rules.text;
      md.renderer.rules.text = (...args) =>
        (text ? text(...args) : md.utils.escapeHtml(args[0][args[1]]?.content ?? '')).replaceAll('{{', '&#123;&#123;');
    },
  },
  themeConfig: {
    sidebar: JSON.parse(readFileSync(path.join(pages, 'contents.json'), 'utf8')),
    nav: [
      { text: 'Install', link: '/guide/install' },
      { text: 'Screens', link: '/screens/overview' },
      { text: 'API', link: '/api/' },
    ],
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        // the pages of the guide and the screens: with the long tables of the others the index takes most of the build
        _render: (text, env, md) =>
          /^(guide|screens|prometheus|api\/index)/.test(env.relativePath) ? md.render(text, env) : '',
      },
    },
    docFooter: { prev: false, next: false },
  },
});
