// Prints the options of the add-on as settings of Belfry, in lines that sh reads. The argument is the file of the options.
import { readFileSync } from 'node:fs';

const { log_level: level = 'info', settings = [] } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const quoted = (value) => `'${String(value).replaceAll("'", String.raw`'\''`)}'`;
for (const { name, value } of [{ name: 'BELFRY_LOG_LEVEL', value: level }, ...settings]) {
  if (!/^BELFRY_[A-Z0-9_]+$/.test(name)) {
    process.stderr.write(`The option "settings" has ${JSON.stringify(name)}, which is no setting of Belfry.\n`);
    process.exit(1);
  }
  process.stdout.write(`export ${name}=${quoted(value)}\n`);
}
