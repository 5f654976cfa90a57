// Invented pasts of storages and datastores, a value a day, the same for the same seed.

/** Values of so many days, in any unit. */
type Making = (days: number, random: () => number) => number[];

/** Standard normal (Box and Muller). */
const scattered = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Begins at 100 and adds what `change` says for each day. */
const sums = (days: number, change: (day: number) => number): number[] => {
  let level = 100;
  return Array.from({ length: days }, (_, day) => {
    level += change(day);
    return level;
  });
};

/** Grows every day, and a garbage collection or a prune frees most of it after each `every` days. */
const sawTooth =
  (every: number): Making =>
  (days, random) => {
    const growth = 3 + random();
    const freed = (growth - 1 - random()) * every;
    return sums(days, (day) => growth + scattered(random) - (day % every === every - 1 ? freed : 0));
  };

export const growing = {
  steady(days, random) {
    const mean = 1 + random();
    const spread = mean * (0.3 + random());
    return sums(days, () => mean + spread * scattered(random));
  },
  weeklyCollection: sawTooth(7),
  monthlyPrune: sawTooth(30),
  bursts: (days, random) => sums(days, () => 0.5 + (random() < 0.1 ? 10 * random() : 0)),
  workdays(days, random) {
    const mean = 1 + random();
    return sums(days, (day) => (day % 7 < 5 ? mean * 1.4 : 0) * (0.5 + random()));
  },
  /** Its growth itself changes. */
  drifting(days, random) {
    let mean = 1 + random();
    return sums(days, () => {
      mean = Math.max(0.2, mean + 0.02 * scattered(random));
      return mean + 0.5 * scattered(random);
    });
  },
} satisfies Record<string, Making>;

export const standing = {
  flat: (days, random) => Array.from({ length: days }, () => 100 + scattered(random)),
  /** Nothing happens, but for one day on which much is moved there. */
  step(days, random) {
    const at = Math.floor(days / 4 + (days / 2) * random());
    return sums(days, (day) => 0.05 * scattered(random) + (day === at ? 80 : 0));
  },
} satisfies Record<string, Making>;

/** Percent of the life of a disk that is used, as it says it: whole percents. */
export const wearing = {
  steady(days, random) {
    const mean = 0.03 + 0.15 * random();
    return sums(days, () => mean * (0.5 + random())).map((level) => Math.floor(level - 100));
  },
  workdays(days, random) {
    const mean = 0.04 + 0.15 * random();
    return sums(days, (day) => (day % 7 < 5 ? mean : 0.1 * mean)).map((level) => Math.floor(level - 100));
  },
  /** What is written to it changes from month to month. */
  months(days, random) {
    let mean = 0.1;
    return sums(days, (day) => {
      if (day % 30 === 0) mean = 0.05 + 0.15 * random();
      return mean;
    }).map((level) => Math.floor(level - 100));
  },
} satisfies Record<string, Making>;
