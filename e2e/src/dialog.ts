// The dialogs of the app.
import type { Locator, Page } from 'playwright-core';

/** A message at the edge of the window has the role of a dialog too, and a type. */
export const DIALOG = '[role=dialog]:not([data-type])';

/** The dialog that is open. */
export const openDialog = (page: Page): Locator => page.locator(DIALOG);
