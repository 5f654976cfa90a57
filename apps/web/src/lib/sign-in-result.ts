// The result of single sign-on in the address. It is read once at the start and removed from the address.

/** `code` is one of the `oidc_error` values, or any other text, because users can edit the address. */
export type SignInResult = { ok: true } | { ok: false; code: string };

/** The result, and the address without the result. */
export function splitSignInResult(search: string): { result: SignInResult | undefined; search: string } {
  const params = new URLSearchParams(search);
  const outcome = params.get('oidc');
  const code = params.get('oidc_error') ?? '';
  params.delete('oidc');
  params.delete('oidc_error');
  const rest = params.size > 0 ? `?${params}` : '';
  if (outcome === 'success') return { result: { ok: true }, search: rest };
  if (outcome === 'error' || code) return { result: { ok: false, code }, search: rest };
  return { result: undefined, search };
}

let taken: SignInResult | undefined;

/** Called before the router reads the address. */
export function takeSignInResult(): void {
  const { pathname, search, hash } = window.location;
  const split = splitSignInResult(search);
  taken = split.result;
  if (split.search !== search) window.history.replaceState(null, '', pathname + split.search + hash);
}

export const signInResult = (): SignInResult | undefined => taken;
