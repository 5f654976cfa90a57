import { acknowledgeAlert } from '@belfry/schema/http/alerts';
import { addNode } from '@belfry/schema/http/nodes';
import { Role } from '@belfry/schema/http/security';
import { expect, test } from 'vitest';
import { type Action, accessOf, mayDo } from './may.ts';

const allowed = (role: Role | null) => (Object.keys(accessOf) as Action[]).filter((action) => mayDo(role, action));

test('a viewer reads, an operator also operates, an admin also configures, and nobody else does anything', () => {
  expect(Role.options.map(allowed)).toEqual([['read'], ['read', 'operate'], ['read', 'operate', 'configure']]);
  expect(allowed(null)).toEqual([]);
});

test('an action needs the role that the endpoints of the server ask for', () => {
  expect(accessOf.operate).toBe(acknowledgeAlert.access);
  expect(accessOf.configure).toBe(addNode.access);
});
