// A placeholder for a screen without data, in the sizes of its later content.
const widths = [38, 26, 44, 31, 52, 29, 40, 35];

const Lines = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity
    <div key={line} className="flex h-(--row) items-center gap-4 border-b border-line-soft px-3.5">
      <div className="w-1/4">
        <div className="skeleton h-2.5" style={{ width: `${widths[line % widths.length]}%` }} />
      </div>
      <div className="skeleton h-1.5 flex-1" />
      <div className="skeleton h-1.5 flex-1 max-md:hidden" />
    </div>
  ));

export function Skeleton({ title, text }: { title: string; text: string }) {
  return (
    // it ends above the lower edge of the window: a place that scrolls and has nothing to focus is closed to the keyboard
    <div
      aria-busy
      className="max-h-[calc(100dvh-13rem)] overflow-hidden [mask-image:linear-gradient(#000_70%,transparent)]"
    >
      <div className="card">
        <div className="h-11 md:hidden" />
        <div className="max-md:hidden">
          <Head />
          <Lines count={3} />
        </div>
      </div>
      <div role="status" className="flex min-h-12 items-center gap-3 text-soft">
        <b className="font-semibold text-text">{title}</b>
        {text}
      </div>
      <div className="card">
        <Head />
        <Lines count={18} />
      </div>
    </div>
  );
}

const Head = () => <div className="h-(--head) border-b border-line" />;
