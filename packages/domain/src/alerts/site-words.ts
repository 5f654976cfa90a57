// A search in alerts: what follows `site:` is looked for in the names of sites.

const BEGIN = 'site:';

/** In lower case. `sites`: every one of them must be found in the name of the site. */
export function siteWords(search: string): { words: string[]; sites: string[] } {
  const all = search.toLowerCase().split(/\s+/).filter(Boolean);
  return {
    words: all.filter((word) => !word.startsWith(BEGIN)),
    sites: all.filter((word) => word.startsWith(BEGIN)).map((word) => word.slice(BEGIN.length)),
  };
}
