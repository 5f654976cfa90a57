// Writes passed, failed and skipped tests with the reason of each skip (the note given to `ctx.skip(reason)`), for verify.mjs.
import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const file = process.env.BELFRY_TEST_SUMMARY;
    if (!file) return;
    let passed = 0;
    let failed = errors.length;
    const skips: { test: string; reason?: string }[] = [];
    for (const module of modules) {
      // a failing hook or an import error leaves its tests unrun: they must not pass for skipped ones
      failed += module.errors().length;
      for (const suite of module.children.allSuites()) failed += suite.errors().length;
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'passed') passed++;
        else if (result.state === 'failed') failed++;
        else if (result.state === 'skipped')
          skips.push({
            test: `${module.relativeModuleId} > ${test.fullName}`,
            ...(result.note ? { reason: result.note } : {}),
          });
        else failed++;
      }
    }
    writeFileSync(file, JSON.stringify({ passed, failed, skips }));
  }
}
