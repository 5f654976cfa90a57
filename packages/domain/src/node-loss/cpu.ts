// Whether a node has the CPU that a guest asks for. A guest starts anew after the loss of its node, so its old CPU does not matter.

/** `level` is the x86-64 level (1 to 4). Undefined: not known, and then nothing is said against the node. */
export interface CpuFacts {
  vendor?: 'intel' | 'amd' | undefined;
  level?: number | undefined;
}

/** A few features of each level, in the names of the kernel. */
const levels: readonly (readonly string[])[] = [
  [],
  ['sse4_2', 'popcnt'],
  ['avx2', 'bmi2', 'fma'],
  ['avx512f', 'avx512bw', 'avx512vl'],
];

/** `flags`: the features of the CPU, separated by blanks. */
export function cpuFacts(model: string, flags: string | undefined): CpuFacts {
  const vendor = /intel|xeon/i.test(model) ? 'intel' : /\bamd\b|epyc|ryzen|opteron/i.test(model) ? 'amd' : undefined;
  if (!flags) return { vendor };
  const has = new Set(flags.split(/\s+/));
  const first = levels.findIndex((needed) => !needed.every((flag) => has.has(flag)));
  return { vendor, level: first < 0 ? levels.length : first };
}

/** The types of QEMU that need one vendor, by the beginning of their names, and the level they need. */
const named: readonly (readonly [RegExp, CpuFacts])[] = [
  [/^(skylake-server|cascadelake|cooperlake|icelake-server|knightsmill|sapphirerapids|graniterapids)/, intel(4)],
  [/^(haswell|broadwell|skylake|icelake|sierraforest|clearwaterforest)/, intel(3)],
  [/^(nehalem|westmere|sandybridge|ivybridge)/, intel(2)],
  [/^(486|pentium|coreduo|core2duo|conroe|penryn)/, intel(1)],
  [/^epyc-(genoa|turin)/, amd(4)],
  [/^epyc/, amd(3)],
  [/^opteron_g[45]/, amd(2)],
  [/^(athlon|phenom|opteron)/, amd(1)],
  [/^x86-64-v4/, { level: 4 }],
  [/^x86-64-v3/, { level: 3 }],
  [/^x86-64-v2/, { level: 2 }],
];

function intel(level: number): CpuFacts {
  return { vendor: 'intel', level };
}
function amd(level: number): CpuFacts {
  return { vendor: 'amd', level };
}

/** By the type, as hosts write it. */
const known = new Map<string, CpuFacts | undefined>();
const MAX_KNOWN = 1000;

function needsOf(type: string): CpuFacts | undefined {
  if (known.has(type)) return known.get(type);
  const needs = named.find(([pattern]) => pattern.test(type.toLowerCase()))?.[1];
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(type, needs);
  return needs;
}

/** Whether a guest with this type of CPU starts on that CPU. True if it is not known. `host` starts anywhere. */
export function cpuFits(type: string | undefined, { vendor, level }: CpuFacts): boolean {
  const needs = type === undefined ? undefined : needsOf(type);
  if (!needs) return true;
  const isVendor = needs.vendor === undefined || vendor === undefined || needs.vendor === vendor;
  return isVendor && (level === undefined || level >= (needs.level ?? 1));
}
