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

export default defineConfig({
  plugins: [tanstackRouter({ target: 'react', autoCodeSplitting: true }), react(), tailwindcss(), precompress()],
  build: {
    manifest: true,
    // the browsers below support it
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // One chunk with all that the first screen needs. It compresses better than thirty small ones, and none of
          // them is found late.
          groups: [
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
