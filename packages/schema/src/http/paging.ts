// One page of a long list. An invalid number means the default, as in the reference product.
import * as z from 'zod';

const whole = (text: string | undefined, otherwise: number): number => {
  const n = Number.parseInt(text ?? '', 10);
  return Number.isNaN(n) || n < 0 ? otherwise : n;
};

export const pageLimit = (otherwise: number, most: number) =>
  z
    .string()
    .optional()
    .transform((text) => Math.min(whole(text, otherwise) || otherwise, most));

export const pageOffset = z
  .string()
  .optional()
  .transform((text) => whole(text, 0));
