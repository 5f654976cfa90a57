// Converts the readings of lm-sensors to the temperature of a node. Pure.
import type { SensorReadings } from '@belfry/schema/agent/sensors';
import type { Temperature } from '@belfry/schema/entities/node';

type Chip = SensorReadings[string];

/** Other values are not temperatures: drivers report 0, −273 or 65,261 where no sensor is connected. */
const LOWEST = 1;
const HIGHEST = 150;

/**
 * The drivers of the processor itself. `acpitz` is a sensor of the mainboard, and is used only if there is no other.
 */
const CPU = /^(coretemp|k10temp|zenpower|cpu_thermal|soc_thermal)-/;
const BOARD = /^acpitz-/;
const NVME = /^nvme-pci-(.+)$/;
const PACKAGE = /^(Package id \d+|Tdie|temp1)$/;
const CORE = /^Core (\d+)$/;

/**
 * Whole degrees. With two processors, `cpuPackage` is the higher temperature, and `cores` contains the cores of both.
 */
export function temperatureOf(readings: SensorReadings, at: string): Temperature {
  const chips = Object.entries(readings).sort(([a], [b]) => (a < b ? -1 : 1));
  const named = (pattern: RegExp) => chips.filter(([name]) => pattern.test(name)).map(([, chip]) => chip);
  const cpus = named(CPU);
  const cores = cpus.flatMap((chip) =>
    features(chip, CORE).map(({ match: [, core], temp }) => ({ core: Number(core), temp })),
  );
  const packages = [/^Tctl$/, PACKAGE].reduce<number[]>((found, pattern) => {
    const better = cpus.flatMap((chip) => features(chip, pattern).map(({ temp }) => temp));
    return better.length > 0 ? better : found;
  }, []);
  const board = named(BOARD).flatMap((chip) => features(chip, /./).map(({ temp }) => temp));
  const cpuPackage = hottestOf(packages.length + cores.length > 0 ? packages : board);
  const cpuMax = hottestOf(cores.map(({ temp }) => temp));
  const nvme = chips.flatMap(([name, chip]) => {
    const [, place] = NVME.exec(name) ?? [];
    const [best] = [...features(chip, /^Composite$/), ...features(chip, /^Sensor 1$/)];
    return place && best ? [{ device: `nvme${place}`, temp: best.temp }] : [];
  });
  return {
    available: cpuPackage !== undefined || cpuMax !== undefined || nvme.length > 0,
    ...(cpuPackage !== undefined && { cpuPackage }),
    ...(cpuMax !== undefined && { cpuMax }),
    ...(cores.length > 0 && { cores }),
    ...(nvme.length > 0 && { nvme }),
    lastUpdate: at,
  };
}

const hottestOf = (temps: readonly number[]): number | undefined =>
  temps.length === 0 ? undefined : temps.reduce((a, b) => Math.max(a, b));

/** The features of a chip whose names match and which have a temperature. */
function features(chip: Chip, pattern: RegExp): { match: RegExpExecArray; temp: number }[] {
  return Object.entries(chip).flatMap(([name, feature]) => {
    const match = pattern.exec(name);
    if (!match || typeof feature === 'string') return [];
    const [, input] = Object.entries(feature).find(([value]) => /^temp\d+_input$/.test(value)) ?? [];
    return input !== undefined && input >= LOWEST && input <= HIGHEST ? [{ match, temp: Math.round(input) }] : [];
  });
}
