import { expect, test } from 'vitest';
import { pageAddress, readPageAddress } from './pages.ts';

test.for([
  ['guests', 'dc-101'],
  ['datastores', 'pbs-main/store'],
  ['docker/hosts', 'h 1%?#'],
  ['docker/containers', 'docker:h1/name:shop'],
] as const)('the address of a page is read back: %s %s', ([kind, id]) => {
  expect(readPageAddress(pageAddress(kind, id))).toEqual({ kind, id });
});

test.for(['', '/', '/guests', '/guests/', '/settings/pve', 'guests/1', '//evil.example/guests/1', '/guests/%E0%A4%A'])(
  'what is no address of a page is none: %s',
  (text) => {
    expect(readPageAddress(text)).toBeUndefined();
  },
);
