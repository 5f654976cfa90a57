// The physical disks of a node, and the additional fields of their SMART data.
import { diskId } from '@belfry/domain/ids';
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import { amount, amountIfKnown, listOf, part, type Raw, text, whole } from '../proxmox-api/read.ts';

/**
 * Percent of life left: a number, a numeric string, or one with quotes or a percent sign. −1 when the disk does not
 * report it. An NVMe that was used beyond its rated life has less than nothing left (118 % used: −18), which is 0.
 */
function wearout(value: unknown): number {
  const bare = typeof value === 'string' ? value.replace(/["'%\s]/g, '') : value;
  if (Number(bare) < -1) return 0;
  const left = amountIfKnown(bare);
  return left === undefined ? -1 : Math.min(Math.round(left), 100);
}

/**
 * The attributes that contain the remaining life of drives from different manufacturers, in the order in which PVE
 * reads them.
 */
const LIFE = [
  'Media_Wearout_Indicator',
  'SSD_Life_Left',
  'Wear_Leveling_Count',
  'Perc_Write/Erase_Ct_BC',
  'Perc_Rated_Life_Remain',
  'Remaining_Lifetime_Perc',
  'Percent_Lifetime_Remain',
  'Lifetime_Left',
  'PCT_Life_Remaining',
  'Lifetime_Remaining',
  'Percent_Life_Remaining',
  // In spite of these names, the normalised values count down.
  'Percent_Lifetime_Used',
  'Perc_Rated_Life_Used',
];

/**
 * The SMART data of one disk. Fields that it does not report are absent. `wearout` percent of life left, `temperature`
 * °C.
 */
export interface Smart {
  health?: string;
  wearout?: number;
  temperature?: number;
}

/** From `data` of disks/smart: the attributes of ATA disks, and the smartctl text of NVMe and SAS disks. */
export function smartOf(data: unknown): Smart {
  const smart = part(data);
  const health = text(smart.health, 64);
  const left = lifeLeft(smart);
  const degrees = temperature(smart);
  return {
    ...(health && health !== 'UNKNOWN' && { health }),
    ...(left >= 0 && { wearout: left }),
    ...(degrees > 0 && { temperature: degrees }),
  };
}

function lifeLeft(smart: Raw): number {
  const reported = wearout(smart.wearout);
  if (reported >= 0) return reported;
  if (Array.isArray(smart.attributes)) {
    const values = new Map(smart.attributes.map(part).map(({ name, value }) => [text(name), value]));
    return wearout(values.get(LIFE.find((name) => values.has(name))));
  }
  const used = /^Percentage Used(?: endurance indicator)?:\s+(\d+)/im.exec(text(smart.text, 20_000) ?? '')?.[1];
  return used === undefined ? -1 : Math.max(100 - Number(used), 0);
}

/** °C from the smartctl text or the attribute table. 0 when there is none. */
export function temperature(smart: unknown): number {
  const data = part(smart);
  if (Array.isArray(data.attributes)) {
    for (const id of ['194', '190']) {
      const attribute = data.attributes.map(part).find((a) => text(a.id)?.trim() === id);
      const degrees = amount(/^\s*(\d+)/.exec(text(attribute?.raw) ?? '')?.[1]);
      if (degrees !== undefined && degrees > 0 && degrees < 150) return degrees;
    }
    return 0;
  }
  const line = /^(?:Current Drive )?Temperature:\s+(\d+)\s*C/im.exec(text(data.text, 20_000) ?? '');
  const degrees = Number(line?.[1] ?? 0);
  return degrees < 150 ? degrees : 0;
}

/** From `data` of disks/list. A disk without a path is left out. `checkedAt` ISO. Undefined when it is not a list of disks. */
export function physicalDisks(
  data: unknown,
  instance: string,
  node: string,
  checkedAt: string,
): PhysicalDisk[] | undefined {
  return listOf(data, (disk) => {
    const devPath = text(disk.devpath);
    if (!devPath) return undefined;
    const serial = text(disk.serial, 128);
    return {
      id: diskId(instance, node, devPath),
      node,
      instance,
      devPath,
      model: text(disk.model, 128) ?? 'unknown',
      serial: serial === undefined || serial === 'unknown' ? '' : serial,
      type: text(disk.type, 32) ?? 'unknown',
      size: whole(disk.size) ?? 0,
      health: text(disk.health, 64) ?? 'UNKNOWN',
      wearout: wearout(disk.wearout),
      temperature: 0,
      rpm: amountIfKnown(disk.rpm) ?? 0,
      used: text(disk.used, 64) ?? '',
      lastChecked: checkedAt,
    };
  });
}
