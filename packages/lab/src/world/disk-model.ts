// Models of disks. Each has one capacity, which is part of its name.

/** `gb` as the manufacturer prints it: decimal gigabytes. */
export type DiskModel = { model: string; gb: number };
export type DiskFamily = 'nvme' | 'ssd' | 'hdd';

/** Models for servers, from small to large. */
export const capacities = [960, 1920, 3840, 7680, 15_360] as const;
export type Capacity = (typeof capacities)[number];

/** SATA disks of 15 TB do not exist, so the largest disks are all NVMe. */
const flash: Record<'nvme' | 'ssd', Record<Capacity, readonly [string, ...string[]]>> = {
  nvme: {
    960: ['SAMSUNG MZQL2960HCJR-00A07', 'KIOXIA KCD8XRUG960G'],
    1920: ['SAMSUNG MZQL21T9HCJR-00A07', 'KIOXIA KCD8XRUG1T92'],
    3840: ['SAMSUNG MZQL23T8HCLS-00A07', 'KIOXIA KCD8XRUG3T84'],
    7680: ['SAMSUNG MZQL27T6HBLA-00A07', 'KIOXIA KCD8XRUG7T68'],
    15360: ['SAMSUNG MZQL215THBLA-00A07'],
  },
  ssd: {
    960: ['SAMSUNG MZ7L3960HCJR-00A07', 'Micron_5300_MTFDDAK960TDS', 'INTEL SSDSC2KB960G8'],
    1920: ['SAMSUNG MZ7L31T9HBLT-00A07', 'Micron_5300_MTFDDAK1T9TDS'],
    3840: ['SAMSUNG MZ7L33T8HBLT-00A07', 'Micron_5300_MTFDDAK3T8TDS'],
    7680: ['SAMSUNG MZ7L37T6HBLA-00A07', 'Micron_5300_MTFDDAK7T6TDS'],
    15360: ['SAMSUNG MZQL215THBLA-00A07'],
  },
};

export const modelsOf = (family: 'nvme' | 'ssd', gb: Capacity): readonly [DiskModel, ...DiskModel[]] => {
  const [first, ...others] = flash[family][gb];
  return [{ model: first, gb }, ...others.map((model) => ({ model, gb }))];
};

export const rotating: readonly [DiskModel, ...DiskModel[]] = [
  { model: 'WDC WD80EFZZ-68BTXN0', gb: 8000 },
  { model: 'ST12000NM001G-2MV103', gb: 12_000 },
  { model: 'TOSHIBA MG08ACA16TE', gb: 16_000 },
];

/** The bytes of a disk of that capacity: the formula of the manufacturers (IDEMA LBA1-03), sectors of 512 bytes. */
export const bytesOf = (gb: number): number => (97_696_368 + 1_953_504 * (gb - 50)) * 512;
