// Names of time zones, such as `Europe/Berlin`. The engine that computes with a zone says whether it exists: Intl knows names that
// Temporal refuses (BST, JST, SystemV/AST4). No zod here: the browser imports this file.

/** Temporal also takes an offset, which does not change with the season, and a whole date with its zone. */
const NAME = /^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/;
/** Names that only ICU has. Where Temporal is a package, it refuses them too. */
const ONLY_ICU =
  /^(?:SystemV\/.*|Etc\/Unknown|ACT|AET|AGT|ART|AST|BET|BST|CAT|CNT|CST|CTT|EAT|ECT|IET|IST|JST|MIT|NET|NST|PLT|PNT|PRT|PST|SST|VST)$/i;

/** What Intl says, where there is no Temporal: Node 24 and some browsers. */
export function isIntlZone(name: string): boolean {
  if (!NAME.test(name) || ONLY_ICU.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export function isTimeZone(name: string): boolean {
  const { Temporal } = globalThis;
  if (!Temporal) return isIntlZone(name);
  if (!NAME.test(name) || ONLY_ICU.test(name)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}
