// What stands at the top of the pages of a report: a name and a logo, where the settings have them.

/** `logo`: the bytes of a PNG or a JPEG; undefined: none. `name` empty: Belfry. */
export interface LetterHead {
  name: string;
  logo: Uint8Array | undefined;
}

export const noHead: LetterHead = { name: '', logo: undefined };
