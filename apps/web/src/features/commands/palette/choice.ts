// What the palette offers: things that are watched, and commands.

/** In the order in which groups with equally good matches are shown. */
export const groups = [
  'recent',
  'views',
  'screens',
  'guests',
  'nodes',
  'storages',
  'containers',
  'servers',
  'settings',
  'actions',
] as const;
export type Group = (typeof groups)[number];

/** What is known for searching: all of it finds the choice. */
export interface Description {
  name: string;
  /** What it is: `VM 104`. */
  what: string;
  /** Where it runs. */
  where: string;
  /** Further words that find it. */
  words: string;
}

export interface Choice extends Description {
  /** Unique and lasting: it is what the list of recent choices remembers. */
  key: string;
  group: Exclude<Group, 'recent'>;
  keys?: string | undefined;
  /** For a thing that is watched. */
  thing?: Thing;
  run(): void;
}

/** A list of choices. They are made when they are read, because most of ten thousand are only searched. */
export interface Choices {
  readonly length: number;
  describe(place: number): Description;
  choice(place: number): Choice;
}

/** Of choices that are made. */
export function choicesOf(list: readonly Choice[]): Choices {
  const choice = (place: number) => list[place] as Choice;
  return { length: list.length, describe: choice, choice };
}

/** Where a thing is in the state, so that its status can be read there. */
export interface Thing {
  list: 'vms' | 'containers' | 'nodes' | 'storage' | 'dockerHosts' | 'pbs' | 'pmg';
  id: string;
  /** A container of a Docker host, or a datastore of a backup server. */
  part?: string;
}
