// The setup token in the link that Belfry prints when it starts: `/#setup=…`. It is behind the #, so that no log of requests has it.

let taken = '';

/** Called once at the start, before the router replaces the address: remembers the token and removes it from the address. */
export function takeSetupToken(): void {
  const { hash, pathname, search } = window.location;
  taken = tokenInLink(hash);
  if (taken) window.history.replaceState(window.history.state, '', pathname + search);
}

/** The token of the link with which the page was opened, or empty. */
export const setupToken = (): string => taken;

/** Empty without such a link. */
export const tokenInLink = (hash: string): string => /^#setup=([0-9a-f]{48})$/.exec(hash)?.[1] ?? '';
