// `BELFRY_X_FILE` names a file with the value of `BELFRY_X`, as Docker and Kubernetes give secrets to a program.
import type { Env, Problem } from './env.ts';

const FILE = /^(BELFRY_\w+)_FILE$/;

/** They name a file that Belfry reads as a file. */
const notSecret: ReadonlySet<string> = new Set(['BELFRY_CONFIG_FILE']);

/** The variables with the contents of these files, without the line break at their end. `read` throws if it cannot read. */
export function withSecretFiles(env: Env, read: (path: string) => string): { env: Env; problems: Problem[] } {
  const problems: Problem[] = [];
  const found: Record<string, string> = {};
  for (const [variable, file] of Object.entries(env)) {
    const name = FILE.exec(variable)?.[1];
    if (name === undefined || notSecret.has(variable) || !file?.trim()) continue;
    if (env[name]?.trim()) {
      problems.push({ variable, expected: `nothing, because ${name} is set`, found: JSON.stringify(file) });
      continue;
    }
    try {
      found[name] = read(file.trim()).trimEnd();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      problems.push({
        variable,
        expected: 'the path of a file that Belfry may read',
        found: `${JSON.stringify(file)} (${code})`,
      });
    }
  }
  return { env: { ...env, ...found }, problems };
}
