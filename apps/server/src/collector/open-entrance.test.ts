import { expect, test } from 'vitest';
import { placeIn } from './open-entrance.ts';

test.for([
  ['7657', '0.0.0.0', 7657],
  ['10.0.0.5:7657', '10.0.0.5', 7657],
  ['[fd00::1]:7657', 'fd00::1', 7657],
  ['collector.lan:80', 'collector.lan', 80],
] as const)('--listen %s is understood', ([text, host, port]) => {
  expect(placeIn(text)).toEqual({ ok: true, value: { host, port } });
});

test.for(['', 'here', '10.0.0.5', ':7657', '10.0.0.5:70000', 'http://10.0.0.5:7657', 'fd00::1:7657'])(
  '--listen "%s" is refused by its name',
  (address) => {
    expect(placeIn(address)).toEqual({ ok: false, error: { id: 'collector.noPlace', values: { address } } });
  },
);
