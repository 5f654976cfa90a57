// Which file of the build has which module. A file for each module would be a request for each, and one file for all of them
// would make every screen load the code of the others.
type Modules = { getModuleInfo(id: string): { readonly importers: readonly string[] } | null };

interface Kind {
  screen: RegExp;
  /** It is around all screens of the kind, so they all need its code. */
  frame?: RegExp;
}

/** Screens of one kind share most of their code. */
const kinds: Record<string, Kind> = {
  lists: { screen: /\/src\/routes\/(proxmox\/.+|docker)\.tsx\?tsr-split/ },
  details: { screen: /\/src\/routes\/.*\$id\.tsx\?tsr-split/ },
  areas: {
    screen: /\/src\/routes\/(alerts|settings)\/.+\.tsx\?tsr-split/,
    frame: /\/src\/routes\/(alerts|settings)\/route\.tsx\?tsr-split/,
  },
};
/** Code that so many screens of a kind need is loaded by all of them. What fewer need is in files of its own. */
const LEAST = 3;

/** A process makes one build. */
const cache = new Map<string, ReadonlySet<string>>();

/** The screens that cannot start without this module. Parts that are loaded later do not count. */
function screensOf(id: string, modules: Modules): ReadonlySet<string> {
  const known = cache.get(id);
  if (known) return known;
  const screens = new Set<string>();
  const seen = new Set([id]);
  for (const each of seen) {
    if (each.includes('/src/routes/')) screens.add(each);
    for (const importer of modules.getModuleInfo(each)?.importers ?? []) seen.add(importer);
  }
  cache.set(id, screens);
  return screens;
}

/**
 * The file for code that several screens share, named after the kinds of screens that need it. A module needs no fewer screens than those
 * that import it, so these files never import each other in a circle.
 */
export function sharedChunk(id: string, modules: Modules): string | null {
  const screens = [...screensOf(id, modules)];
  const isNeededBy = ({ screen, frame }: Kind) =>
    screens.filter((each) => screen.test(each)).length >= LEAST || screens.some((each) => frame?.test(each));
  const [first, second] = Object.keys(kinds).filter((name) => isNeededBy(kinds[name] as Kind));
  if (first !== undefined) return second === undefined ? first : 'common';
  // what only parts that are loaded later need: dialogs, menus and fields with a list
  return /\/node_modules\/@(base-ui|floating-ui)\//.test(id) ? 'popups' : null;
}
