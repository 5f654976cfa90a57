// The tags of a row: as many as fit and never more than three. "+N" stands for the rest.
import { tagHue } from '@belfry/domain/tags';
import type { CSSProperties } from 'react';
import { hint } from './hint.tsx';

const MOST = 3;

/** The minimum width of a tag in pixels, with its gap. The tag shrinks to an ellipsis; the name beside it does not shrink. */
const widthOf = (tag: string): number => Math.min(84, 14 + tag.length * 6.2) + 8;

/** `room` in pixels. */
export function Tags({ tags, room }: { tags: readonly string[]; room: number }) {
  let left = room - (tags.length > 1 ? 24 : 0);
  const shown = tags.slice(0, MOST).filter((tag) => {
    left -= widthOf(tag);
    return left >= 0;
  });
  const rest = tags.slice(shown.length);
  return (
    <>
      {shown.map((tag) => (
        <span key={tag} className="tag" style={{ '--hue': tagHue(tag) } as CSSProperties}>
          {tag}
        </span>
      ))}
      {rest.length > 0 && (
        <span className="more-tags shrink-0 cursor-default text-xs text-mute" {...hint(rest.join(', '))}>
          +{rest.length}
          <span className="sr-only"> {rest.join(', ')}</span>
        </span>
      )}
    </>
  );
}
