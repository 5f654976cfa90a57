// Tags of a row: three at most, the rest behind "+N".
import { tagHue } from '@belfry/domain/tags';
import type { CSSProperties } from 'react';
import { hint } from './hint.tsx';

const SHOWN = 3;

export function Tags({ tags, shown = SHOWN }: { tags: readonly string[]; shown?: number }) {
  const rest = tags.slice(shown);
  return (
    <>
      {tags.slice(0, shown).map((tag) => (
        <span key={tag} className="tag" style={{ '--hue': tagHue(tag) } as CSSProperties}>
          {tag}
        </span>
      ))}
      {rest.length > 0 && (
        <span className="shrink-0 cursor-default text-xs text-mute" {...hint(rest.join(', '))}>
          +{rest.length}
          <span className="sr-only"> {rest.join(', ')}</span>
        </span>
      )}
    </>
  );
}
