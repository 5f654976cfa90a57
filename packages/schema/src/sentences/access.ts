// Sentences about people: sign-in, tokens, links, views, and what they add to guests.

export const access = {
  'guest.notValid': 'What was added to {guest} is not valid.',
  'guest.otherId': 'This is the record of {guest}, not of {other}',
  'guest.tooLong': 'The notes, tags and links of {guest} are longer than {limit} KiB.',
  'guest.tooMany': 'The limit for the notes, tags and links of guests is {limit}. Remove some of them first.',
  'password.notHere': 'You are not signed in with a password of this instance.',
  'password.changed': 'The password was changed by somebody else meanwhile. Sign in again.',
  'password.current': 'Enter the current password',
  'setup.token':
    'This is not the setup token. The right one is in the server log and in the file bootstrap-token of the data directory.',
  'login.locked': 'Account locked. Please try again in {minutes} minute(s).',
  'token.nameTaken': 'There is a token named {name} already.',
  'link.nameTaken': 'There is a link named {name} already.',
  'link.ended': 'This link is not valid any more.',
  'view.nameTaken': 'There is a view named {name} already.',
  'view.tooMany': 'There are {limit} views already. Delete one first.',
  'demo.notShown': 'The demo does not show this.',
  'demo.readOnly': 'This is a demo: it is read-only.',
  'demo.notHere':
    'The demo cannot be switched on or off while Belfry runs. Set or remove BELFRY_DEMO in the environment, and restart.',
  'origin.name':
    'Sign-in is switched off, so Belfry answers only to known names, and "{name}" is not one of them. Use the IP address, or set BELFRY_PUBLIC_URL to this name.',
  'origin.scheme':
    'This page belongs to {page}, but its request reached Belfry by {scheme}. Is there a proxy between? Set BELFRY_TRUSTED_PROXIES or BELFRY_PUBLIC_URL.',
  'origin.host':
    'This page belongs to {page}, but its request reached Belfry under the name {host}. If {page} is this Belfry behind a proxy, set BELFRY_PUBLIC_URL to {page}, or let the proxy pass the name in the header Host.',
  'socket.noUpgrade':
    'A request for the live connection came without its upgrade. The proxy in front of Belfry does not pass WebSockets: let it use HTTP/1.1 and pass the headers Upgrade and Connection.',
} as const;
