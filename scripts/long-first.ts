// The order of the tests of a group: the long ones first.
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isLong } from './long-tests.ts';

const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;
const rankOf = ({ moduleId }: TestSpecification): number => (isLong(moduleId) ? 0 : 1);

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => groupOf(a) - groupOf(b) || rankOf(a) - rankOf(b));
  }
}
