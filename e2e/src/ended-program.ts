// A built program that runs until it ends by itself.
import { execFile } from 'node:child_process';

export interface EndedProgram {
  status: number;
  out: string;
  error: string;
}

/** `words`: the program and its arguments. It has no variables but PATH and `env`. */
export const runToEnd = (words: readonly string[], env: Record<string, string>): Promise<EndedProgram> =>
  new Promise((settle) => {
    execFile(process.execPath, [...words], { env: { PATH: process.env.PATH ?? '', ...env } }, (error, out, text) =>
      settle({ status: typeof error?.code === 'number' ? error.code : 0, out, error: text }),
    );
  });
