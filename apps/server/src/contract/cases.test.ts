// Every folder of cases/: what happens at hosts, and what Belfry must make of it. A case is added as files: see cases/README.md.
import { expect, test } from 'vitest';
import { caseNames, readCase } from './testing/cases/case-files.ts';
import { runCase } from './testing/cases/run-case.ts';

test.for(caseNames())('case %s', async (name) => {
  expect(await runCase(readCase(name))).toEqual([]);
});
