// How the client is built: routes from files, one chunk per route, a manifest that scripts/bundle-size.mjs reads.
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:7655';

export default defineConfig({
  plugins: [tanstackRouter({ target: 'react', autoCodeSplitting: true }), react(), tailwindcss()],
  // inlined assets would need data: in the content security policy
  build: { manifest: true, assetsInlineLimit: 0, target: 'es2023' },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
});
