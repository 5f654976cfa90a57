/** An expected error: its text is for the user, and the program ends with 1. */
export class Failure extends Error {}
