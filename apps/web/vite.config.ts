// How the client is built: routes from files, one chunk per route, a manifest that scripts/bundle-size.mjs reads.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import browsers from './browsers.json' with { type: 'json' };
import { sharedChunk } from './chunks.ts';
import { formatterScript, startScript } from './start.ts';

const server = 'http://127.0.0.1:7655';

/** Compresses each file once here and not for every request: the server sends its `.br` or `.gz`. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  writeBundle({ dir }) {
    for (const name of readdirSync(dir ?? '', { recursive: true, encoding: 'utf8' })) {
      if (!/\.(js|css|html|svg)$/.test(name)) continue;
      const file = path.join(dir ?? '', name);
      const bytes = readFileSync(file);
      writeFileSync(`${file}.br`, brotliCompressSync(bytes));
      writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
});

/** A style names its fonts from its own file, which is in the folder of the assets; in the page they are named from the root. */
const fromRoot = (style: string): string => style.replaceAll('url(./', 'url(/assets/');

/** The style of the first screen is in the page, so that the first picture needs one request. The server allows it by its hash. */
const inlineStyle = (): Plugin => ({
  name: 'inline-style',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (link, file: string) => {
        const style = bundle[file];
        return style?.type === 'asset' ? `<style>${fromRoot(String(style.source))}</style>` : link;
      }),
  },
});

/** The worker of start.ts. */
const FORMATTER = 'first-formatter.js';

/** The files of the app are requested at once, and run when the browser has painted the first picture. */
const startLater = (): Plugin => ({
  name: 'start-later',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'asset', name: FORMATTER, source: formatterScript });
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const files: string[] = [];
      const page = html
        .replace(/<script type="module"[^>]* src="([^"]+)"><\/script>/g, (_, file: string) => {
          files.push(file);
          return `<link rel="modulepreload" crossorigin href="${file}">`;
        })
        .replace(/<link rel="modulepreload"/g, '<link rel="modulepreload" fetchpriority="low"');
      if (files.length === 0) throw new Error('index.html has no script of the app');
      const formatter = Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes(FORMATTER));
      if (!formatter) throw new Error('the build has no worker for the first formatter');
      return page.replace('</body>', () => `<script>${startScript(files, `/${formatter.fileName}`)}</script></body>`);
    },
  },
});

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true }),
    react(),
    tailwindcss(),
    inlineStyle(),
    startLater(),
    precompress(),
  ],
  // TanStack Store has a copy of useSyncExternalStore for versions of React without it
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  // Code names its files from its own place, because the server may be below a path. The page names them from the root, and the
  // server puts the path before.
  experimental: { renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }) },
  build: {
    manifest: true,
    // the browsers below support it
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first screen has the names of all other files. A hash cannot be compressed, so it is no longer than it must be.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        entryFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          // Two chunks with all that the first screen needs. They compress better than thirty small ones, and none of
          // them is found late. React is apart because it makes errors while it is evaluated: if a debugger or Lighthouse
          // is attached, the browser parses the whole chunk again for the stack of each.
          groups: [
            {
              name: 'react',
              test: /\/node_modules\/(react|react-dom|scheduler)\/|\/lib\/create-root\.ts/,
              priority: 2,
            },
            { name: 'first-screen', test: /\/src\/(main|routes\/proxmox\/overview)\.tsx/, priority: 1 },
            // with their dependencies these files would import each other in a circle
            { name: sharedChunk, minShareCount: 2, includeDependenciesRecursively: false },
          ],
        },
      },
    },
    // inlined assets would need `data:` in the content security policy
    assetsInlineLimit: 0,
    // the first browsers that support light-dark(); scripts/browser-apis.mjs checks that they have all that the client uses
    target: Object.entries(browsers).map(([name, version]) => `${name}${version}`),
  },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
});
