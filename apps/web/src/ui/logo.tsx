// The logo: a bell in a tower.
export function Logo({ className = 'size-5' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      fill="none"
      strokeWidth="1.6"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`${className} shrink-0 stroke-brand`}
    >
      <path d="M10 1.8 16 6v12.2H4V6z" />
      <path d="M7 13.2c.8-.6 1-1.6 1-2.9a2 2 0 0 1 4 0c0 1.3.2 2.3 1 2.9z" />
      <path d="M9.2 15.3h1.6" strokeLinecap="round" />
    </svg>
  );
}
