// The look of popovers, dialogs and toasts.
export const surface = 'rounded-lg border border-line bg-panel text-md text-text shadow-float outline-none';
