// What guests can be sorted by. It is apart from the rows, because the URL is read before the table is loaded.
export const sortKeys = [
  'name',
  'type',
  'vmid',
  'uptime',
  'cpu',
  'memory',
  'disk',
  'diskRead',
  'diskWrite',
  'networkIn',
  'networkOut',
] as const;
export type SortKey = (typeof sortKeys)[number];
