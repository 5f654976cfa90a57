// The look of the tabs in the header.
export const tab =
  'inline-flex h-[30px] items-center gap-1.5 rounded-md px-2.5 font-medium text-soft max-md:h-10 max-[360px]:px-1.5 aria-[current=page]:bg-raise aria-[current=page]:text-text aria-[current=page]:shadow-[inset_0_0_0_1px_var(--color-line)]';
