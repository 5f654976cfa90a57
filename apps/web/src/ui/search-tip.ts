/** An example of what a search understands, and what it finds. */
export type Tip = readonly [example: string, meaning: string];
