// Bundles the command line into one file with everything in it.
import { defineConfig } from 'rolldown';

export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  output: {
    file: 'dist/belfry.js',
    format: 'esm',
    minify: true,
    banner: '#!/usr/bin/env node',
    sourcemap: false,
    // The languages are loaded when they are chosen; here they are a part of the one file.
    codeSplitting: false,
  },
});
