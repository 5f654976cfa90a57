// A stand-in for Belfry, and the command line that asks it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Command } from 'commander';
import { onTestFinished } from 'vitest';
import { createProgram } from '../program.ts';

type Answers = Readonly<Record<string, unknown>>;
interface Asked {
  call: string;
  token: string | undefined;
  body: unknown;
}

/** A stand-in for Belfry: the answer of each call, a value or the bytes of a file, and what was asked. `refusal` is the body of the answer to any other call. */
export function standIn(answers: Answers, refusal?: unknown) {
  const asked: Asked[] = [];
  const handle = async (request: IncomingMessage, reply: ServerResponse) => {
    const call = `${request.method} ${request.url}`;
    const token = request.headers['x-api-token'] as string | undefined;
    asked.push({ call, token, body: request.method === 'GET' ? undefined : await json(request) });
    const known = call in answers;
    const answer = known ? answers[call] : (refusal ?? error(404, `no answer to ${call}`));
    reply.writeHead(known ? 200 : 404).end(Buffer.isBuffer(answer) ? answer : JSON.stringify(answer));
  };
  return { asked, handle };
}
const error = (status: number, text: string) => ({ error: text, code: 'x', status_code: status, timestamp: 1 });

export async function belfry(answers: Answers, refusal?: unknown) {
  const { asked, handle } = standIn(answers, refusal);
  const server = createServer(handle).listen(0, '127.0.0.1');
  await new Promise((settle) => server.once('listening', settle));
  onTestFinished(() => void server.close());
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];

/** Runs a command line; rejects with what the user would read. */
export async function run(words: string, env: Record<string, string>, columns?: number) {
  let output = '';
  let status = 0;
  const program = createProgram({
    env,
    write: (text) => {
      output += text;
    },
    columns,
    file: '/nowhere/apps/cli/dist/belfry.js',
    now: () => 0,
    exit: (code) => {
      status = code;
    },
  });
  for (const command of everyCommand(program)) command.exitOverride().configureOutput({ writeErr() {} });
  await program.parseAsync(words.split(' ').filter(Boolean), { from: 'user' });
  return { output, status };
}
