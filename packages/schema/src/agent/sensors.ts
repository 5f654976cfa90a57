// What a hypervisor node posts about its temperature: the output of `sensors -j` of lm-sensors, and which node it is.
import * as z from 'zod';
import { toMessage } from '../sentences/message.ts';

/** A node with 100 cores writes about 20 KB. Lengths in UTF-16 code units, lists in entries. */
export const sensorLimits = {
  bytes: 256 * 1024,
  name: 128,
  chips: 128,
  features: 512,
  values: 32,
  intervalSeconds: 3600,
} as const;

/** Missing, null and blank all mean "not known". */
const name = z
  .string()
  .max(sensorLimits.name)
  .nullish()
  .transform((text) => text?.trim() || undefined);

const atMost = <S extends z.ZodType>(schema: S, max: number) =>
  schema.refine((value) => Object.keys(value as object).length <= max, {
    error: toMessage({ id: 'input.fewEntries', values: { limit: max } }),
  });

const key = z.string().max(sensorLimits.name);
/** `temp1_input`: 42.5, `temp1_max`: 90, … */
const Feature = atMost(z.record(key, z.number()), sensorLimits.values);
/** `Adapter`: 'ISA adapter', 'Core 0': a feature, … */
const Chip = atMost(z.record(key, z.union([z.string().max(sensorLimits.name), Feature])), sensorLimits.features);

/**
 * `instance`: the name of the connection in Belfry that watches the node. Without it the node is found by its name, and in
 * `cluster` where that is given ('' for a node outside of clusters), as long as only one fits.
 */
export const SensorReport = z.object({
  node: z
    .string()
    .trim()
    .min(1, toMessage({ id: 'input.nodeName' }))
    .max(sensorLimits.name),
  instance: name,
  cluster: z
    .string()
    .trim()
    .max(sensorLimits.name)
    .nullish()
    .transform((text) => text ?? undefined),
  intervalSeconds: z.number().min(10).max(sensorLimits.intervalSeconds).default(60),
  sensors: atMost(z.record(key, Chip), sensorLimits.chips),
});
export type SensorReport = z.output<typeof SensorReport>;
export type SensorReadings = SensorReport['sensors'];

/** `temperature` is the hottest of CPU and cores in °C; null when no sensor of either was found. */
export const SensorReply = z.object({
  success: z.literal(true),
  nodeId: z.string(),
  temperature: z.number().nullable(),
});
