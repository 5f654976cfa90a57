// The output of `sensors -j` on real machines.
import { SensorReport } from '@belfry/schema/agent/sensors';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temperatureOf } from './normalize.ts';

const AT = '2026-01-02T00:00:00.000Z';
const of = (sensors: object) => temperatureOf(SensorReport.parse({ node: 'n', sensors }).sensors, AT);
const temp = (input: number, n = 1) => ({ [`temp${n}_input`]: input, [`temp${n}_max`]: 80, [`temp${n}_crit`]: 100 });

test('an Intel machine with two processors: the hotter package, every core, each NVMe disk by its composite', () => {
  const chip = (hot: number) => ({
    Adapter: 'ISA adapter',
    [`Package id ${hot > 50 ? 1 : 0}`]: temp(hot),
    'Core 0': temp(hot - 5.4, 2),
    'Core 1': temp(hot - 2.2, 3),
  });
  expect(
    of({
      'nvme-pci-0100': { Adapter: 'PCI adapter', 'Sensor 1': temp(60), Composite: temp(38.85) },
      'nvme-pci-0200': { Adapter: 'PCI adapter', 'Sensor 1': temp(41) },
      'coretemp-isa-0000': chip(42),
      'coretemp-isa-0001': chip(55),
      'pch_cannonlake-virtual-0': { Adapter: 'Virtual device', temp1: temp(70) },
    }),
  ).toEqual({
    available: true,
    cpuPackage: 55,
    cpuMax: 53,
    cores: [
      { core: 0, temp: 37 },
      { core: 1, temp: 40 },
      { core: 0, temp: 50 },
      { core: 1, temp: 53 },
    ],
    nvme: [
      { device: 'nvme0100', temp: 39 },
      { device: 'nvme0200', temp: 41 },
    ],
    lastUpdate: AT,
  });
});

test.for([
  [
    'an AMD machine tells Tdie, which is right where Tctl has an offset',
    { 'k10temp-pci-00c3': { Tctl: temp(75), Tdie: temp(55), Tccd1: temp(50) } },
    55,
  ],
  ['a newer one tells Tctl only', { 'k10temp-pci-00c3': { Adapter: 'PCI adapter', Tctl: temp(61.4) } }, 61],
  ['zenpower', { 'zenpower-pci-00c3': { Tdie: temp(48) } }, 48],
  ['an ARM board', { 'cpu_thermal-virtual-0': { temp1: temp(44) } }, 44],
  ['a mainboard alone', { 'acpitz-acpi-0': { temp1: temp(28), temp2: temp(30) } }, 30],
  [
    'a mainboard beside a processor does not count',
    { 'acpitz-acpi-0': { temp1: temp(90) }, 'k10temp-pci-00c3': { Tctl: temp(50) } },
    50,
  ],
  [
    'what is not connected',
    { 'coretemp-isa-0000': { 'Package id 0': temp(-273.15), 'Core 0': temp(65261) } },
    undefined,
  ],
  ['a feature that could not be read', { 'coretemp-isa-0000': { 'Package id 0': {} } }, undefined],
] as const)('%s', ([, sensors, expected]) => {
  expect(of(sensors).cpuPackage).toBe(expected);
});

test('a machine without sensors gives an error with that reason', () => {
  expect(of({})).toEqual({ available: false, lastUpdate: AT });
});

test('any posted text is either a temperature of a machine or refused', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (sensors) => {
      const report = SensorReport.safeParse({ node: 'n', sensors });
      if (report.success) expect(temperatureOf(report.data.sensors, AT).lastUpdate).toBe(AT);
    }),
  );
});
