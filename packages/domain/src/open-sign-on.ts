// Detects single sign-on that makes everybody an administrator: no restriction on accounts, and no groups for roles.

export interface SignOnRules {
  enabled: boolean;
  allowedGroups: readonly string[];
  allowedDomains: readonly string[];
  allowedEmails: readonly string[];
  adminGroups: readonly string[];
  operatorGroups: readonly string[];
}

/** Whether every account that the identity provider admits, guest accounts included, becomes an administrator here. */
export const everybodyIsAdmin = (rules: SignOnRules): boolean =>
  rules.enabled &&
  rules.allowedGroups.length +
    rules.allowedDomains.length +
    rules.allowedEmails.length +
    rules.adminGroups.length +
    rules.operatorGroups.length ===
    0;
