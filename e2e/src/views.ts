// How every screen is checked: three sizes, two themes, and the accessibility rules of axe. A submission checks each size at its own theme,
// the night each size in both.
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { artifacts } from './product.ts';

const large = { width: 1440, height: 900 };
/** It has the same elements as the large size, so axe would find the same in it. */
const middle = { width: 1280, height: 720 };
const phone = { width: 390, height: 844 };
const isWhole = process.env.BELFRY_WHOLE !== undefined;
export const sizes = isWhole ? [large, middle, phone] : [large, phone];
export const extremes = [large, phone];

/** A theme is other colours for the same elements, so one theme for each size sees both themes, and every element of both sizes. */
const themesAt = (width: number): readonly ('dark' | 'light')[] => {
  if (isWhole) return ['dark', 'light'];
  return width === phone.width ? ['light'] : ['dark'];
};

/**
 * What the page shows now is not wider than the window, no text beside a bar is cut off, and it is accessible in the themes that are
 * checked at this size. With BELFRY_PICTURES it leaves a picture of each theme in `artifacts`, `name-width-theme.png`: nothing is checked in
 * them, and they take a fifth of the processor time of such a test.
 */
export async function expectWhole(page: Page, name: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  // after a new size, a table measures its place once more
  await expect.poll(() => overhang(page), { message: `${name} at ${width} px` }).toBeLessThanOrEqual(0);
  expect(await cutTexts(page), `${name} at ${width} px`).toEqual([]);
  for (const [at, colorScheme] of themesAt(width).entries()) {
    await page.emulateMedia({ colorScheme });
    if (process.env.BELFRY_PICTURES) await picture(page, `${name}-${width}-${colorScheme}.png`);
    if (width !== middle.width) await expectAccessible(page, at > 0 ? colourRules : undefined);
  }
}

async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(artifacts, { recursive: true });
  await page.screenshot({ path: path.join(artifacts, name), animations: 'disabled' });
}

/** Pixels by which the page or its screen is wider than the window. */
const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const frame = document.querySelector('[data-scroller]');
    return Math.max(
      document.documentElement.scrollWidth - innerWidth,
      frame ? frame.scrollWidth - frame.clientWidth : 0,
    );
  });

/** The texts beside bars that are wider than their place. */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.meter > :is(.num, .caption)')]
      .filter((text) => text.scrollWidth > text.clientWidth)
      .map((text) => text.textContent),
  );

/**
 * No serious or critical violation; the message names the rule and the elements. Runs in the page itself: the pages have
 * no frames, so nothing has to be put together from several documents.
 */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  const bad = await violations(page, { impacts: ['serious', 'critical'], rules });
  // a text: a report in one line shows a text whole, and of a list only its length
  expect(bad.join('\n')).toBe('');
}

/**
 * The rules of axe about colours. A theme is other colours for the same elements (`light-dark()` in the styles), so what the other rules
 * find in one theme they find in the other one.
 */
export const colourRules = ['color-contrast', 'link-in-text-block'] as const;

interface Wanted {
  /** By default each. */
  impacts?: readonly string[];
  /** By default all. */
  rules?: readonly string[] | undefined;
}

/** A rule as axe has it. Each violation of a rule that has an impact has that impact. */
interface Rule {
  id: string;
  impact?: string | null;
}

/** The short form is half as long, so the browser reads it in half of the time. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that the page breaks, each with its first elements. */
export async function violations(page: Page, wanted: Wanted = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async ({ impacts, rules }) => {
    // a colour in the middle of a transition is not part of the design
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    const inPage: typeof axe = Reflect.get(window, 'axe');
    // the other rules would take their time, and be left out below
    const known: Rule[] = Reflect.get(inPage, '_audit').rules;
    const others = known.filter(({ impact }) => impacts && impact && !impacts.includes(impact));
    const { violations } = await inPage.run(document, {
      resultTypes: ['violations'],
      rules: Object.fromEntries(others.map(({ id }) => [id, { enabled: false }])),
      ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
    });
    return violations
      .filter(({ impact }) => !impacts || impacts.includes(impact ?? ''))
      .map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)].join(': '));
  }, wanted);
}
