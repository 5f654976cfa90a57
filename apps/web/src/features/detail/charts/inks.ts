// The colours of a canvas, which cannot read the tokens of the style sheet by itself.
const names = [
  'ink',
  'ink-2',
  'grid',
  'imported',
  'mute',
  'soft',
  'tick',
  'bg',
  'panel',
  'field-line',
  'warn',
  'crit',
  'brand',
] as const;
export type Inks = Readonly<Record<(typeof names)[number], string>>;

/** The colours of the current theme, as they are computed for the element. */
export function inksOf(element: HTMLElement): Inks {
  const probe = element.appendChild(document.createElement('span'));
  // in high contrast every text would have one colour, and so would the canvas
  probe.style.forcedColorAdjust = 'none';
  const read = (name: string): [string, string] => {
    probe.style.color = `var(--color-${name})`;
    return [name, getComputedStyle(probe).color];
  };
  const inks = Object.fromEntries(names.map(read)) as Inks;
  probe.remove();
  return inks;
}
