// Sentences about addresses that Belfry calls, and why a host or a service did not answer.

export const calls = {
  'address.ofHost': '"{given}" is not the address of a host: expected something like https://pve1.lan:{port}',
  'address.hasPath': '"{given}" has the path {path}, and Belfry calls a host without one: expected {origin}',
  'address.metadata': '{host} is the metadata service of a cloud. Belfry never sends anything there.',
  'address.private': '{host} is in a private network, and the settings of notifications do not allow private networks.',
  'address.publicPlain': '{host} is in a public network, where only encrypted connections are allowed.',
  'address.notAllowed':
    '{host} is {kind}. If this is intended, set BELFRY_NOTIFY_ALLOWED_NETWORKS={network} for the server (after a comma if it has a value) and start it again.',
  'address.onlyPublic': '{host} is not called over https at a public address, and nothing else may be called here.',
  'address.leadsTo': '{host} leads to {address}, which',
  'address.loopback': 'this machine itself',
  'address.link-local': 'a link-local address',
  'address.unspecified': 'no particular machine',
  'address.multicast': 'a multicast address',
  'address.reserved': 'a reserved address',
  'address.scheme': 'Enter an address that starts with https:// or http://',
  'address.unusual': 'The address {host} is written in an unusual notation. Write it as four numbers.',
  'call.tooLarge': 'The answer of {host} is larger than we read. Is this the right address?',
  'call.bytes': 'The answer of {host} to {path} has more than {limit} MiB, so Belfry does not read it.',
  'call.values':
    'The answer of {host} to {path} has more than {limit} values, or one that is too long, so Belfry does not read it.',
  'call.depth':
    'The answer of {host} to {path} has more than {limit} lists and objects in each other, so Belfry does not read it.',
  'call.notHttps': '{host} is not https. Only https is spoken.',
  'call.slow': '{host} did not answer in time. Check its load and the network between.',
  'call.notHttp': '{host} did not answer in proper HTTP ({code}). Is this the right port?',
  'call.brokeOff': 'The answer of {host} broke off ({code}).',
  'call.unresolved': '{host} cannot be reached: its name could not be resolved. Check the address and DNS. ({code})',
  'call.unreachable':
    '{host} cannot be reached: the connection failed. Check that the host is up and the port is right. ({code})',
  'call.otherMember':
    '{host} shows a certificate with the SHA-256 fingerprint {seen}, but its cluster names {expected} for this member. Another host may have taken the address. No credentials were sent.',
  'call.otherCertificate':
    '{host} shows a certificate with the SHA-256 fingerprint {seen}, but {expected} is trusted. If the certificate was renewed, compare the new fingerprint with the one on the host and trust it in the settings; otherwise somebody may be intercepting the connection. No credentials were sent.',
  'call.noTls': 'No TLS connection with {host} ({code}). Is this the right port?',
  'call.untrusted':
    'The certificate of {host} is not trusted ({code}). Compare it with the one on the host and trust it in the settings, or install a certificate of a known authority on the host. No credentials were sent.',
  'send.givenUp': 'The request to {host} was given up.',
  'send.slow': '{host} did not answer in time.',
  'send.redirect': '{host} answers with a redirect. {problem}',
  'send.elsewhere':
    'It leads to {address}, and Belfry does not follow it to another machine. If this is the new address, enter it. If it is a sign-in, let Belfry pass without one.',
  'send.page':
    '{host} answered with a web page{title}, as no service does. Is there a sign-in in front of it, or is the address another one?',
  'send.noReceipt': '{service} confirms a message with {receipt}. {host} answered: {words}',
  'send.redirects': '{host} redirects more than {limit} times.',
  'send.closed': '{host} closed the connection without a complete answer ({code}).',
  'send.unresolved': 'The name of {host} could not be resolved ({code}).',
  'send.unreachable': '{host} cannot be reached ({code}).',
  'send.noTls': 'No encrypted connection with {host} ({code}). Is this the right port?',
  'send.untrusted': 'The certificate of {host} is not trusted ({code}). Nothing was sent.',
  'send.untrustedFor': 'The certificate of {host} is not trusted: {reason} ({code}). Nothing was sent.',
  'send.trustable':
    '{problem} It has the SHA-256 fingerprint {seen}. If that is the fingerprint on your server, trust the certificate in the settings.',
  'send.otherCertificate':
    '{host} shows a certificate with the SHA-256 fingerprint {seen}, but {expected} is trusted. Nothing was sent. If the certificate was renewed, compare it with the one on the server and trust it; otherwise somebody may be intercepting the connection.',
  'call.throughMember': '{host}, asked through a member of its cluster: {problem}',
  'api.payload': '{call}: {problem}',
  'api.noVersion': 'the answer has no version.',
  'api.notJson': 'the answer is not JSON{type}. Is this the address of the API, and not of a proxy or web page?',
  'api.emptyAnswer': 'the answer is empty{type}.',
  'api.damaged': 'the answer is damaged: it begins as JSON{type} and cannot be read.',
  'api.incomplete': 'the answer is incomplete: its JSON{type} ends in the middle.',
  'api.nullData': 'the answer is empty: its "data" is null.',
  'api.noData': 'the answer has no "data". Is this the address of a Proxmox host?',
  'certificate.otherName': 'it is for another name',
  'certificate.expired': 'it has expired',
  'certificate.notYet': 'it is not valid yet',
  'certificate.selfSigned': 'it is signed by nobody but itself',
  'certificate.unknownAuthority': 'it was issued by an authority that this machine does not know',
  'api.credentials': '{call}: the host does not accept the {login}. Check id and secret.{answer}',
  'api.privilege': '{call}: the {login} lacks a privilege. {rights}{answer}',
  'api.tokenPrivilege':
    '{call}: the {login} lacks a privilege. {rights} A token with separated privileges needs it as well as its user.{answer}',
  'api.fewerCalls': '{call}: the host asks for fewer calls (429).{answer}',
  'api.noDaemon': '{call}: the API service behind the web server is down.{answer}',
  'api.missing': '{call}: this does not exist.{answer}',
  'api.noNode': '{call}: the node that should answer, or its API service, does not answer ({status}).{answer}',
  'api.noFigures': '{node} sends no figures, although its API answers. Its service pvestatd hangs or is stopped.',
  'api.redirected':
    '{call}: the host redirects to {address} ({status}). Enter the address of the host itself. If a sign-in stands in front of it, let Belfry pass without one.',
  'api.status': '{call}: the host answered {status}.{answer}',
  'api.answer': ' It said: {words}',
} as const;
