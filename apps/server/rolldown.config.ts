// Five programs, each with everything in it: the server, the workers of its history, of large answers and of evidence reports, and the simulated
// datacentre of the demo.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { defineConfig, type Plugin, type RolldownOptions } from 'rolldown';

/** `charset` escapes the code. This plugin escapes the names in licence comments. */
const asciiComments: Plugin = {
  name: 'ascii-comments',
  renderChunk: (code) => code.replace(/[^\0-\x7f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
};

/** The fonts of the pages of reports. */
const reportFonts: Plugin = {
  name: 'report-fonts',
  generateBundle() {
    for (const fileName of ['Inter_400Regular.ttf', 'Inter_600SemiBold.ttf'])
      this.emitFile({ type: 'asset', fileName, source: fontOf(fileName) });
  },
};
const fontOf = (name: string) =>
  readFileSync(
    createRequire(import.meta.url).resolve(`@expo-google-fonts/inter/${name.replace(/^Inter_|\.ttf$/g, '')}/${name}`),
  );

const program = (name: string, input: string, more: Plugin[] = []): RolldownOptions => ({
  input: { [name]: input },
  platform: 'node',
  plugins: [asciiComments, ...more],
  output: {
    dir: 'dist',
    format: 'esm',
    sourcemap: false,
    // Libraries that few installations need are read when they are first used.
    codeSplitting: true,
    chunkFileNames: `${name}-[name].js`,
    // Node keeps the text of a program: one character beyond ASCII, and all of it takes two bytes each (docs/decisions/0008).
    charset: 'ascii',
    comments: { jsdoc: false },
  },
});

export default defineConfig([
  program('main', 'src/main.ts'),
  program('history-worker', 'src/history/worker.ts'),
  program('json-worker', 'src/lib/json-worker.ts'),
  program('evidence-worker', 'src/evidence/worker.ts', [reportFonts]),
  program('lab', '../../packages/lab/src/cli.ts'),
]);
