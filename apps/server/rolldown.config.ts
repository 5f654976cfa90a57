// Two programs, each one file with everything in it: the server, and the simulated datacentre of the demo.
import { existsSync } from 'node:fs';
import { defineConfig, type RolldownOptions } from 'rolldown';

const program = (name: string, input: string): RolldownOptions => ({
  input: { [name]: input },
  platform: 'node',
  output: { dir: 'dist', format: 'esm', sourcemap: false, codeSplitting: false },
});

const lab = '../../packages/lab/src/cli.ts';
export default defineConfig([program('main', 'src/main.ts'), ...(existsSync(lab) ? [program('lab', lab)] : [])]);
