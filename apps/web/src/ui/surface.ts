// The look of everything that floats above the page.
export const surface = 'rounded-lg border border-line bg-panel text-md text-text shadow-float outline-none';
