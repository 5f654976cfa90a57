// `belfry export` and `belfry import`: the configuration in a file that is sealed with a passphrase.
import { exportConfig, importConfig } from '@belfry/schema/http/transfer';
import { type Api, readOption } from '../api.ts';
import { messageOf, say } from '../language/said.ts';
import { messages } from '../messages/config.ts';
import { writeNew } from '../new-file.ts';
import { type Output, printable, show } from '../print.ts';

export async function exportTo(api: Api, output: Output, file: string, passphrase: string): Promise<void> {
  const { data } = await api.call(exportConfig, { body: { passphrase } });
  writeNew(file, data);
  show(output, { file }, () => `${messages.written(file)}\n`);
}

export async function importFrom(
  api: Pick<Api, 'call'>,
  output: Output,
  file: string,
  passphrase: string,
): Promise<void> {
  const data = readOption(file, 'FILE');
  const { message, left, notices, sentences } = await api.call(importConfig, { body: { data, passphrase } });
  const lines = left.map((one) => `  ${printable(messages.notTaken(one.path, messageOf(one)))}\n`);
  const also = notices.map((notice, i) => `${printable(say(sentences[i], notice))}\n`);
  show(output, { message, left, notices }, () => [`${messages.imported}\n`, ...lines, ...also].join(''));
}
