/** A sentence that something follows, after a separator or in the same sentence. */
export const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');
