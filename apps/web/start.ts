// What the built page does before the code of the app has arrived. It is a script in the page, so it may use nothing from outside.
import { english } from '../../packages/schema/src/languages/english.ts';
import { languages } from '../../packages/schema/src/languages/languages.ts';
import type { SentenceId } from '../../packages/schema/src/sentences/sentence.ts';

const spoken = await Promise.all(Object.values(languages).map(({ load }) => load()));
/** A sentence by the tag of the language. */
const inEach = (id: SentenceId): string =>
  JSON.stringify(Object.fromEntries(spoken.map(({ tag, sentences }) => [tag, sentences[id] ?? english.sentences[id]])));

/** Says in the language of the user that the app is loading, or, later, that it did not arrive. lib/language/language.ts chooses the language in the same way. */
function sayLoading(texts: Record<string, string>, failed: Record<string, string>): () => void {
  let own: string | null = null;
  try {
    own = localStorage.getItem('language');
  } catch {
    // storage is forbidden: the languages of the browser are used
  }
  const place = document.getElementById('loading');
  const tags = [...(own === null ? [] : [own]), ...navigator.languages, 'en'];
  const tag =
    tags.map((each) => each.toLowerCase().split('-')[0] ?? '').find((each) => Object.hasOwn(texts, each)) ?? 'en';
  if (place) Object.assign(place, { textContent: texts[tag], lang: tag });
  // afterwards the page has no script of ours, so a journey that finds one has found an injected one
  document.currentScript?.remove();
  return () => {
    if (place) place.textContent = failed[tag] ?? '';
  };
}

/** Evaluates the app when the browser has painted the first picture: on a phone its evaluation takes longer than that picture. */
function startAfterFirstPaint(files: readonly string[], sayFailed: () => void): void {
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    for (const file of files) import(file).catch(sayFailed);
  };
  // a tab in the background paints nothing
  if (document.hidden) start();
  requestAnimationFrame(() => setTimeout(start));
  setTimeout(start, 300);
}

/**
 * A browser needs 10 to 40 ms for its first formatter of numbers, in whichever thread it is made, and later ones take no time. So a
 * worker makes it while the code of the app is loaded.
 */
function makeFirstFormatter(): void {
  new Intl.NumberFormat('en').format(0);
  close();
}

/** The text of the worker. */
export const formatterScript = `(${makeFirstFormatter})()`;

/**
 * The text of the script. `files` are those that the app begins with, `formatter` is the file of the worker. The worker is last: a
 * browser that may not start one still starts the app.
 */
export const startScript = (files: readonly string[], formatter: string): string =>
  `{const f=(${sayLoading})(${inEach('page.loading')},${inEach('page.failed')});(${startAfterFirstPaint})(${JSON.stringify(files)},f);new Worker(${JSON.stringify(formatter)})}`;
