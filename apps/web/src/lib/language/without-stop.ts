/** The sentence without its full stop, for a place where something follows it. */
export const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');
