// What a journey does with the keyboard alone.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** The key of the row that has the focus, or the accessible name of the element that has it. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    const labels = element && 'labels' in element ? (element as HTMLInputElement).labels : null;
    const own = element?.getAttribute('data-key') ?? element?.getAttribute('aria-label');
    const label = labels?.[0] ?? element?.closest('label');
    return (own ?? label?.textContent ?? element?.textContent ?? '').trim();
  });

const MAX_PRESSES = 150;

/** Presses a key until the focus is on a row or an element with this name. It may be there already. */
export async function walkTo(page: Page, key: string, wanted: string | RegExp): Promise<void> {
  const seen: string[] = [];
  for (let count = 0; count < MAX_PRESSES; count++) {
    const name = await focused(page);
    if (typeof wanted === 'string' ? name === wanted : wanted.test(name)) return;
    seen.push(name.slice(0, 40));
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${wanted}, only to ${[...new Set(seen)].join(' · ')}`);
}

/** Presses Enter on the element with this name, which Tab reaches. */
export async function activate(page: Page, wanted: string | RegExp): Promise<void> {
  await walkTo(page, 'Tab', wanted);
  await page.keyboard.press('Enter');
}

/** Replaces the text of the field that has the focus. */
export async function retype(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

export const expectFocus = (page: Page, name: string) => expect.poll(() => focused(page)).toBe(name);

/**
 * Presses Tab, and waits until the page has answered. The end of a dialog passes the focus on to its begin, a moment later. A row shows its
 * page beside the table: until then the page of another row is there, and its controls are removed.
 */
export async function pressTab(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => {
    const { activeElement: own } = document;
    if (own?.hasAttribute('data-base-ui-focus-guard')) return false;
    const beside = document.querySelector('aside[aria-label^="Details of"]');
    const wanted = own?.matches('[data-key]') && own.querySelector('[data-page]')?.getAttribute('data-page');
    return !beside || !wanted || beside.querySelector(`a[href*="${wanted}"]`) !== null;
  });
}
