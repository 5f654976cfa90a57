// How people write a site in a document: by its name. A document of another server may have an id that is none here.
import type { Result } from '@belfry/domain/result';
import type { Sentence } from '@belfry/schema/sentences/sentence';

export interface SiteNames {
  nameOf(id: string): string | undefined;
  /** The id of the site of this name or id, or why there is none. */
  idOf(text: string): Result<string, Sentence>;
}
