// `belfry export` and `belfry import`: the configuration in a file that is sealed with a passphrase.
import { writeFileSync } from 'node:fs';
import { exportConfig, importConfig } from '@belfry/schema/http/transfer';
import { type Api, readOption } from '../api.ts';
import { Failure } from '../failure.ts';
import { type Output, printable, show } from '../print.ts';

export async function exportTo(api: Api, output: Output, file: string, passphrase: string): Promise<void> {
  const { data } = await api.call(exportConfig, { body: { passphrase } });
  try {
    // Never over another file, and for its owner only.
    writeFileSync(file, data, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Failure(
      code === 'EEXIST' ? `${file} exists. Choose another name.` : `${file} cannot be written (${code}).`,
    );
  }
  show(output, { file }, () => `The configuration is in ${file}.\n`);
}

export async function importFrom(api: Api, output: Output, file: string, passphrase: string): Promise<void> {
  const data = readOption(file, 'FILE');
  const { message, left, notices } = await api.call(importConfig, { body: { data, passphrase } });
  const lines = left.map((one) => `  ${printable(`${one.path}: ${one.message}`)}\n`);
  // The message has the first names only.
  show(output, { message, left, notices }, () => `${printable(message)}\n${lines.join('')}`);
}
