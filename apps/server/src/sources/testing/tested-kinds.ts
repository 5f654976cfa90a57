// The kinds of instances that go through the tests of all sources.
import type { NodeType } from '@belfry/schema/config/kinds';
import { pbs } from '../pbs/testing/kind.ts';
import { pmg } from '../pmg/testing/kind.ts';
import { pve } from '../pve/testing/kind.ts';
import type { TestedKind } from './tested-kind.ts';

export const testedKinds = { pve, pbs, pmg } satisfies { [T in NodeType]?: TestedKind };
export type TestedType = keyof typeof testedKinds;
export const testedTypes = Object.keys(testedKinds) as TestedType[];
