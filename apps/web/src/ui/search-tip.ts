/** An example of what a search understands, and what it finds: a text, or the name of a sentence of the table `search`. */
export type Tip = readonly [example: string, meaning: string];
