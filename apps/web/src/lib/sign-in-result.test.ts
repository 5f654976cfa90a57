import { expect, test } from 'vitest';
import { splitSignInResult } from './sign-in-result.ts';

test('the result is read and leaves the address, the rest of the query stays', () => {
  expect(splitSignInResult('?tab=security&oidc=error&oidc_error=invalid_state')).toEqual({
    result: { ok: false, code: 'invalid_state' },
    search: '?tab=security',
  });
  expect(splitSignInResult('?oidc=success')).toEqual({ result: { ok: true }, search: '' });
});

test('an address without a result is left alone', () => {
  expect(splitSignInResult('?a=b%20c')).toEqual({ result: undefined, search: '?a=b%20c' });
});
