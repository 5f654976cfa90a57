import type { NamedText } from '@belfry/schema/named-text';

/** What the wire says by name about an update, as a sentence. */
export const updateSentence = ({ id, values }: NamedText) => ({ id: `updating.${id}`, values });
