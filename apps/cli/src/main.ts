// The program: arguments → command → exit status.
import { Failure } from './failure.ts';
import { languageOf, loadLanguage } from './language/chosen.ts';
import { speak } from './language/in-language.ts';
import { createProgram } from './program.ts';

speak(await loadLanguage(languageOf(process.argv.slice(2), process.env)));

const program = createProgram({
  env: process.env,
  write: (text) => void process.stdout.write(text),
  columns: process.stdout.columns,
  file: import.meta.filename,
  now: Date.now,
  exit: (status) => {
    process.exitCode = status;
  },
});

// A reader that ends early, such as `head`, is no error.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

await program.parseAsync().catch((error) => {
  if (!(error instanceof Failure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.status;
});
