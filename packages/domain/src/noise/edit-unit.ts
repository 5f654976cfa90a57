// The unit of the threshold that an edit changes.
import { triggerBounds } from '@belfry/schema/alerts/bounds';
import { guestFigures, nodeFigures } from '@belfry/schema/figures';

const UNITS = { percent: ' %', celsius: ' °C', rate: ' MB/s' } as const;
const figures: Readonly<Record<string, { unit: keyof typeof UNITS }>> = { ...nodeFigures, ...guestFigures };

/** With the space before it: " %". Empty where the figure is a plain number. */
export function editUnit(type: string): string {
  const figure = figures[type];
  if (figure) return UNITS[figure.unit];
  return (triggerBounds as Readonly<Record<string, number>>)[type] === 100 ? UNITS.percent : '';
}
