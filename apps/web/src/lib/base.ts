// Where this Belfry is on its host: below a path such as `/belfry`, or at the root. The server writes it into the page.

/** Before every path that the browser asks for. Empty at the root. The router has it too, so its paths are without it. */
export const base: string = globalThis.document?.documentElement.dataset.base ?? '';

/** The address of this Belfry, without a slash at its end. */
export const ownAddress = (): string => location.origin + base;

/** The path of the screen. */
export const ownPath = (): string => location.pathname.slice(base.length) || '/';
