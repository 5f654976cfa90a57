/** Whether a version is marked dev, or begins with 0.1. */
export const isEarlyVersion = (version: string): boolean => /dev/i.test(version) || /^v?0\.1/.test(version);
