// How the client is built: routes from files, one chunk per route, a manifest that scripts/bundle-size.mjs reads.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import browsers from './browsers.json' with { type: 'json' };

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

/** The style of the first screen is in the page, so that the first picture needs one request. The server allows it by its hash. */
const inlineStyle = (): Plugin => ({
  name: 'inline-style',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (link, file: string) => {
        const style = bundle[file];
        return style?.type === 'asset' ? `<style>${style.source}</style>` : link;
      }),
  },
});

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true }),
    react(),
    tailwindcss(),
    inlineStyle(),
    precompress(),
  ],
  build: {
    manifest: true,
    // the browsers below support it
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
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
            // What several screens share, for the same reasons: a screen was sixty files of a kilobyte each.
            { name: 'common', minShareCount: 3 },
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
