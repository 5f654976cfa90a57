// What the page says before its code has arrived, and when it does not arrive. The build puts both into index.html.

export const page = {
  'page.loading':
    'Belfry is loading. If this text stays for more than a few seconds, the connection is slow, or the server does not answer. Reload the page then.',
  'page.failed':
    'The code of Belfry did not arrive. Reload the page. If Belfry is behind a proxy, below a path, set BELFRY_PUBLIC_URL to its address with that path.',
} as const;
