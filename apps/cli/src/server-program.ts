// Commands of the program of the server, which lies beside this one: in a checkout, an archive and the image alike.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure } from './failure.ts';
import { messages } from './messages/program.ts';

/** `file`: this program, `apps/cli/dist/belfry.js`. The words of the command line stay as they are. */
export async function becomeServer(file: string): Promise<void> {
  const server = path.resolve(file, '../../../server/dist/main.js');
  if (!existsSync(server)) throw new Failure(messages.noServer(server));
  await import(pathToFileURL(server).href);
}
