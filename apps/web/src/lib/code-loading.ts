// Code that cannot be fetched: the server does not answer, or it has another build, in which the file has another name.

/** The texts of Chromium, Firefox, Safari and Vite. An error in the code itself has another text. */
const NOT_FETCHED =
  /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/i;

const known = new WeakSet<Error>();

/** Whether the code could not be fetched, so that a later attempt may succeed. */
export const notFetched = (error: unknown): boolean =>
  error instanceof Error && (known.has(error) || NOT_FETCHED.test(error.message));

export interface LoadingDeps {
  /** The start page of the server as it is now. Rejects when the server does not answer. */
  fetchPage(): Promise<string>;
  /** The file of this build that the start page names. */
  ownFile: string;
  /** Whether a reload loses nothing that was typed. */
  mayReload(): boolean;
  reload(): void;
  /** What an error page says. */
  text(): string;
}

/**
 * Handles Vite's event. The page is reloaded only when the server has another build, so that it cannot happen again and again. While
 * the server does not answer, the page stays: the text of the error is replaced, because the router reloads the page for the original.
 */
export const createCodeLoading = ({ fetchPage, ownFile, mayReload, reload, text }: LoadingDeps) =>
  async function onPreloadError(error: Error): Promise<void> {
    if (!notFetched(error)) return;
    known.add(error);
    error.message = text();
    const page = await fetchPage().catch(() => ownFile);
    if (!page.includes(ownFile) && mayReload()) reload();
  };
