// Finds the texts of a page that no language can translate. The page is opened in the language `test`, which puts ⟦ ⟧
// around every text; what has no marks has to be data: a name, an address, a figure, a time.
import type { Page } from 'playwright-core';

/** The marks are kept by the page: they are chosen before its first render. */
export async function marksTexts(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('language', 'test'));
}

/** What is shown or read aloud. Code and keys are the same in every language. */
const shownTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>([document.title]);
    const add = (text: string | null) => {
      const plain = text?.replace(/\s+/g, ' ').trim();
      if (plain) found.add(plain);
    };
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest('code, pre, kbd, script, style, textarea, [translate="no"]') || !element.checkVisibility())
        continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'data-hint'])
        add(element.getAttribute(name));
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) add(node.textContent);
    }
    return [...found];
  });

/** "⟦since ⟦offline⟧⟧ 14:03" → " 14:03" */
function withoutMarked(text: string): string {
  const rest = text.replace(/⟦[^⟦⟧]*⟧/g, '');
  return rest === text ? rest : withoutMarked(rest);
}

/** URLs, accounts such as root@pam, and names of invented hosts. */
const ADDRESSES = /https?:\/\/\S+|\S+@\S+|\S+\.example\.com/g;

/** Figures with their units, times and ages, as `Intl` writes them. */
const FIGURES =
  /\d+(st|nd|rd|th)?\b|\b(B|KB|MB|GB|TB|PB|ms|s|d|h|m|mo|y|min|x|of|ago|in|AM|PM|second|minute|hour|day|week|month|year)s?\b|\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b|\b(January|February|March|April|May|June|July|August|September|October|November|December)\b|°C?/g;

/** The names of products, of languages and of things that have the same name in every language. */
const PRODUCTS =
  /Belfry|Proxmox|Backup Server|Mail Gateway|Docker|Podman|English|Deutsch|\b(VE|PVE|PBS|PMG|VM|LXC|CPU|HA|ZFS|SHA-256|SMART|URL|API|IP|RX|TX|Ctrl|Esc|RAM|SSD|HDD|NVMe)\b/g;

/** The name of the resource in the message of an alert. A row that shows the name in another cell leaves it out of the message. */
const NAME_BESIDE = / on [\w.-]*\w/g;

/** The texts that are neither marked nor data. `data` are texts of the server, such as the body of /api/state. */
export async function untranslatable(page: Page, data: string): Promise<string[]> {
  const plain = data.replaceAll('\\"', '"').replaceAll('\\n', ' ').replace(/\s+/g, ' ').toLowerCase();
  const known = `${plain} ${plain.replace(NAME_BESIDE, '')}`;
  return (await shownTexts(page)).filter((text) => {
    const pieces = withoutMarked(text)
      .replace(ADDRESSES, ' | ')
      .split(/[·,;:()|/→↑↓…"“”⟦⟧]+|\s-\s/);
    return pieces.some((piece) => {
      const own = piece.trim();
      return /\p{L}{2,}/u.test(own.replace(FIGURES, '').replace(PRODUCTS, '')) && !known.includes(own.toLowerCase());
    });
  });
}
