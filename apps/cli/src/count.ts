/** "1 node", "5 nodes". */
export const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;
