// A wait in the middle of a function.

/** Without a time: until the browser has answered what waits. In milliseconds. */
export const pause = (ms?: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
