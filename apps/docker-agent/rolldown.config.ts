// Bundles the agent into one file. The client library can also reach an engine over ssh; the agent does not use that part, so it
// is left out.
import { defineConfig, type Plugin } from 'rolldown';

/** ssh2 has a native addon and more code than the whole agent. */
export const withoutSsh: Plugin = {
  name: 'without-ssh',
  resolveId: (id) => (id === 'ssh2' ? '\0ssh2' : null),
  load: (id) => (id === '\0ssh2' ? 'module.exports = {};' : null),
};

export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  plugins: [withoutSsh],
  output: { file: 'dist/main.js', format: 'esm', minify: true, sourcemap: true },
});
