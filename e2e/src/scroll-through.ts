// Scrolls a virtual table and checks every frame for places without a row.
import type { Page } from 'playwright-core';

/** Waits until a long table can scroll to all its rows. Its first rows are there before that. */
export const scrollable = (page: Page, table: string): Promise<void> =>
  page.locator(`${table} tbody tr[aria-hidden]`).last().waitFor({ state: 'attached' });

/**
 * `step` in pixels a frame. A frame is blank when a place inside the table has no row at the moment it is painted. With
 * `patient` the page finishes its work before each frame: then only the rows rendered in advance count, not the machine.
 */
export async function scrollThrough(
  page: Page,
  table: string,
  step: number,
  frames: number,
  patient = false,
): Promise<{ frames: number; blank: number; most: number }> {
  await scrollable(page, table);
  return page.evaluate(
    async ({ selector, by, count, idle }) => {
      const scroller = document.querySelector<HTMLElement>('[data-scroller]');
      const own = document.querySelector<HTMLElement>(selector);
      if (!scroller || !own) throw new Error('nothing to scroll');
      const { left, top } = scroller.getBoundingClientRect();
      let blank = 0;
      let most = 0;
      for (let frame = 0; frame < count; frame++) {
        if (idle) await new Promise((done) => requestIdleCallback(done));
        await new Promise(requestAnimationFrame);
        scroller.scrollTop += by;
        const from = Math.max(top, own.getBoundingClientRect().top) + 40;
        const to = Math.min(innerHeight, own.getBoundingClientRect().bottom) - 40;
        for (let y = from; y < to; y += 20)
          if (!document.elementFromPoint(left + 60, y)?.closest('tr:not([aria-hidden])')) {
            blank++;
            break;
          }
        most = Math.max(most, own.querySelectorAll('tbody tr:not([aria-hidden])').length);
      }
      return { frames: count, blank, most };
    },
    { selector: table, by: step, count: frames, idle: patient },
  );
}
