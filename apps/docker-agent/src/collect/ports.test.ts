import { expect, test } from 'vitest';
import { portsOf } from './ports.ts';

test('a port published for IPv4 and IPv6 is one port; two addresses are two', () => {
  const row = (IP: string | undefined, PrivatePort: number, PublicPort?: number) => ({
    IP,
    PrivatePort,
    PublicPort,
    Type: 'tcp',
  });
  expect(
    portsOf([
      row('0.0.0.0', 80, 8080),
      row('::', 80, 8080),
      row(undefined, 22),
      row('10.0.0.1', 80, 81),
      row('10.0.0.2', 80, 81),
    ]),
  ).toEqual([
    { privatePort: 22, protocol: 'tcp' },
    { privatePort: 80, publicPort: 81, protocol: 'tcp', ip: '10.0.0.1' },
    { privatePort: 80, publicPort: 81, protocol: 'tcp', ip: '10.0.0.2' },
    { privatePort: 80, publicPort: 8080, protocol: 'tcp', ip: '0.0.0.0' },
  ]);
});

test('a row that is not a port is left out', () => {
  expect(portsOf([null, {}, { PrivatePort: '80' }, { PrivatePort: 1e9 }, { PrivatePort: 53, Type: 'udp' }])).toEqual([
    { privatePort: 53, protocol: 'udp' },
  ]);
});
