// Bundles the command line into one file with everything in it.
import { defineConfig } from 'rolldown';
import { viteDynamicImportVarsPlugin, viteImportGlobPlugin } from 'rolldown/experimental';

export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  // The texts of a language are imported by its tag: every folder of languages is taken in.
  plugins: [viteDynamicImportVarsPlugin(), viteImportGlobPlugin()],
  output: {
    file: 'dist/belfry.js',
    format: 'esm',
    minify: true,
    banner: '#!/usr/bin/env node',
    sourcemap: false,
    // The languages are evaluated when they are chosen; here they are a part of the one file.
    codeSplitting: false,
  },
});
