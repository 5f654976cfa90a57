// Two programs, each one file with everything in it: the server, and the simulated datacentre of the demo.
import { defineConfig, type RolldownOptions } from 'rolldown';

const program = (name: string, input: string): RolldownOptions => ({
  input: { [name]: input },
  platform: 'node',
  output: { dir: 'dist', format: 'esm', sourcemap: false, codeSplitting: false },
});

export default defineConfig([program('main', 'src/main.ts'), program('lab', '../../packages/lab/src/cli.ts')]);
