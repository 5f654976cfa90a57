// The sources of a VM's memory in order of preference, and a container's swap.
import { expect, test } from 'vitest';
import { parsePressure, parseSwap, parseVmMemory } from './guest-details.ts';

const GiB = 1024 ** 3;
const vm = (fields: object) =>
  parseVmMemory([{ vmid: 100, status: 'running', maxmem: 8 * GiB, mem: 7 * GiB, ...fields }]).get(100);

test.each([
  [
    'the balloon driver, which knows the total and what is free inside',
    { ballooninfo: { total_mem: 6 * GiB, free_mem: 2 * GiB }, freemem: GiB, balloon: 7 * GiB },
    { total: 6 * GiB, used: 4 * GiB, balloon: 7 * GiB, source: 'balloon', quality: 'good' },
  ],
  [
    'what is free inside, of what the guest has been left with',
    { freemem: GiB, balloon: 4 * GiB },
    { total: 4 * GiB, used: 3 * GiB, balloon: 4 * GiB, source: 'status-freemem', quality: 'good' },
  ],
  [
    'what is free inside, of all it may have',
    { freemem: GiB },
    { total: 8 * GiB, used: 7 * GiB, source: 'status-freemem', quality: 'good' },
  ],
  [
    'the fast list, when nothing is known from inside',
    {},
    { used: undefined, source: 'cluster-resources', quality: 'estimate' },
  ],
  [
    'the fast list, when what is free cannot be: more than there is',
    { freemem: 9 * GiB },
    { used: undefined, source: 'cluster-resources', quality: 'estimate' },
  ],
])('memory comes from %s', (_, fields, expected) => {
  expect(vm(fields)).toMatchObject(expected);
});

test('what the VM costs its host stands beside it, to two digits; hosts before version 9 do not say', () => {
  expect(vm({ freemem: GiB, memhost: 7_654_321_000 })).toMatchObject({ used: 7 * GiB, host: 7_700_000_000 });
  expect(vm({ memhost: 9 * GiB })).toMatchObject({ used: undefined, host: 9_700_000_000 });
  expect(vm({ freemem: GiB })?.host).toBeUndefined();
});

test('a VM that does not run has no figures, nor has one that is not numbered', () => {
  expect(vm({ status: 'stopped' })).toBeUndefined();
  expect(parseVmMemory([{ status: 'running', freemem: 1 }, null, 7]).size).toBe(0);
  expect(parseVmMemory('x').size).toBe(0);
});

test('swap counted below zero is zero, and never more than there is', () => {
  const swap = (fields: object) => parseSwap([{ vmid: 200, ...fields }]).get(200);
  expect(swap({ swap: -4096, maxswap: GiB })).toEqual({ used: 0, total: GiB });
  expect(swap({ swap: 2 * GiB, maxswap: GiB })).toEqual({ used: GiB, total: GiB });
  expect(swap({ swap: 0, maxswap: 0 })).toBeUndefined();
});

test('the pressure of running guests is in percent; hosts before 9.0 and guests that do not run have none', () => {
  const row = { vmid: 100, status: 'running', pressurecpusome: '12.44', pressureiosome: 0, pressurememorysome: 101 };
  expect(parsePressure([row], [{ vmid: 200, status: 'running', pressureiosome: 3 }])).toEqual(
    new Map([
      [100, { cpu: 12.4, io: 0, memory: 100 }],
      [200, { cpu: 0, io: 3, memory: 0 }],
    ]),
  );
  expect(parsePressure([{ ...row, status: 'stopped' }], [{ vmid: 200, status: 'running' }]).size).toBe(0);
});
