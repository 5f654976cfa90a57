import { expect, test } from 'vitest';
import { cpuFacts, cpuFits } from './cpu.ts';

test.each([
  ['Intel(R) Xeon(R) E-2288G', 'sse4_2 popcnt avx2 bmi2 fma', { vendor: 'intel', level: 3 }],
  [
    'AMD EPYC 9354P 32-Core Processor',
    'sse4_2 popcnt avx2 bmi2 fma avx512f avx512bw avx512vl',
    { vendor: 'amd', level: 4 },
  ],
  ['Intel(R) Atom(TM) CPU', 'sse4_2 popcnt', { vendor: 'intel', level: 2 }],
  ['Intel(R) Core(TM)2 Duo', 'sse2 ssse3', { vendor: 'intel', level: 1 }],
  ['Ampere Altra', undefined, { vendor: undefined }],
])('%s is recognised', (model, flags, facts) => {
  expect(cpuFacts(model, flags)).toEqual(facts);
});

test.each([
  ['host', true],
  ['kvm64', true],
  ['custom-thin', true],
  ['x86-64-v2-AES', true],
  ['x86-64-v3', true],
  ['x86-64-v4', false],
  ['Haswell-noTSX', true],
  ['Skylake-Client-v4', true],
  ['Skylake-Server-IBRS', false],
  ['EPYC-Rome', false],
  [undefined, true],
])('%s on an Intel CPU of level 3: %s', (type, fits) => {
  expect(cpuFits(type, { vendor: 'intel', level: 3 })).toBe(fits);
});

test('a CPU that is not known stops nothing', () => {
  expect(cpuFits('EPYC-Genoa', {})).toBe(true);
});
