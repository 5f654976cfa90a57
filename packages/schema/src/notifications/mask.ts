/** Stands for a secret in answers. A secret that comes back as the mask, or blank, stays as it is stored. */
export const MASK = '••••••••';
