// Settings of e-mail as the server answers them.
import { type EmailReply, EmailSettings } from '@belfry/schema/notifications/email';

export const savedEmail = (change: Partial<EmailReply> = {}): EmailReply => ({
  ...EmailSettings.parse({}),
  ...{ password: '', clientSecret: '', refreshToken: '' },
  ...{ passwordSet: false, clientSecretSet: false, refreshTokenSet: false },
  ...change,
});
