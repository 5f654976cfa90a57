// Buttons: one with text, and one with an icon and an accessible name.
import type { ComponentProps, ReactNode } from 'react';
import { hint } from './hint.tsx';

const plain =
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium text-sm h-8 max-md:h-10 disabled:opacity-50';
const looks = {
  quiet: 'px-2.5 text-soft hover:bg-hover hover:text-text',
  framed: 'px-3 border border-line bg-panel text-text hover:bg-hover',
  main: 'px-3 bg-brand text-panel hover:bg-[color-mix(in_oklab,var(--color-brand)_88%,var(--color-text))]',
  danger: 'px-3 bg-crit text-panel hover:bg-[color-mix(in_oklab,var(--color-crit)_88%,var(--color-text))]',
};

export function Button({
  look = 'quiet',
  className = '',
  ...props
}: ComponentProps<'button'> & { look?: keyof typeof looks }) {
  return <button type="button" className={`${plain} ${looks[look]} ${className}`} {...props} />;
}

/** `label` is the accessible name of the button and its hint. */
export function IconButton({
  label,
  className = '',
  ...props
}: ComponentProps<'button'> & { label: string; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      className={`${plain} w-8 text-mute hover:bg-hover hover:text-text max-md:w-10 ${className}`}
      {...hint(label)}
      {...props}
    />
  );
}
