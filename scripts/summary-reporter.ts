// Writes what gate.mjs prints at the end: totals, the reason of each failure, of each second attempt and of each skip
// (`ctx.skip(reason)`), and the slowest files.
import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule, TestResult } from 'vitest/node';

const SLOWEST = 10;

/** The time of its tests and hooks, in seconds. */
const secondsOf = (module: TestModule): number => Math.round(module.diagnostic().duration / 1000);

/** The first line of the first error, and the place in our code. */
function reasonOf({ errors }: TestResult): string {
  const [error] = errors ?? [];
  const place = error?.stacks?.[0];
  const where = place && ` (${place.file.split('/').at(-1)}:${place.line})`;
  return `${error?.message?.split('\n', 1)[0] ?? 'no error'}${where ?? ''}`;
}

/** An error of a worker arrives as a plain object. Vitest adds the file whose tests ran at that time. */
interface OutsideError {
  message?: string;
  stack?: string;
  VITEST_TEST_PATH?: string;
}

/** With the places in our code, because no test leads to it. */
function outsideOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return JSON.stringify(error);
  const { message = JSON.stringify(error), stack = '', VITEST_TEST_PATH: during }: OutsideError = error;
  const places = stack
    .split('\n')
    .filter((line) => /^\s+at .*\.(ts|tsx|mjs)/.test(line) && !line.includes('node_modules'));
  const where = places.slice(0, 5).map((line) => line.trim().replace(`${process.cwd()}/`, ''));
  return [message, ...(during ? [`during ${during.replace(`${process.cwd()}/`, '')}`] : []), ...where].join('\n    ');
}

export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const file = process.env.BELFRY_TEST_SUMMARY;
    if (!file) return;
    let passed = 0;
    const failures: string[] = errors.map((error) => `outside of tests: ${outsideOf(error)}`);
    const again: string[] = [];
    const skips: { test: string; reason?: string }[] = [];
    for (const module of modules) {
      const name = module.relativeModuleId;
      // after a failing hook or an import error the tests of a file do not run; they must not count as skipped
      for (const _ of module.errors()) failures.push(name);
      for (const suite of module.children.allSuites())
        for (const _ of suite.errors()) failures.push(`${name} > ${suite.fullName}`);
      for (const test of module.children.allTests()) {
        const own = `${name} > ${test.fullName}`;
        const result = test.result();
        if (test.diagnostic()?.flaky) again.push(`${own}: ${reasonOf(result)}`);
        if (result.state === 'passed') passed++;
        else if (result.state === 'skipped') skips.push({ test: own, ...(result.note && { reason: result.note }) });
        else failures.push(`${own}: ${reasonOf(result)}`);
      }
    }
    const slowest = modules
      .map((module) => ({ file: module.relativeModuleId, seconds: secondsOf(module) }))
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, SLOWEST);
    writeFileSync(file, JSON.stringify({ passed, failures, again, skips, slowest }));
  }
}
