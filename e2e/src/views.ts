// How every screen is looked at: three sizes, two themes, and by axe.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export const sizes = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
];

export const views = sizes.flatMap((viewport) =>
  (['dark', 'light'] as const).map((colorScheme) => ({ viewport, colorScheme })),
);

/** No serious or critical violation; the message names the rule and the elements. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const bad = violations.filter((v) => v.impact === 'serious' || v.impact === 'critical');
  expect(bad.map((v) => [v.id, v.nodes.map((n) => n.html).slice(0, 3)])).toEqual([]);
}
