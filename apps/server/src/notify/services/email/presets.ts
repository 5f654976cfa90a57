// Presets of providers of e-mail.
import type { EmailProvider } from '@belfry/schema/notifications/email';

const preset = (name: string, smtpHost: string, instructions: string): EmailProvider => ({
  name,
  smtpHost,
  smtpPort: 587,
  tls: false,
  startTLS: true,
  authRequired: true,
  instructions,
});

export const emailProviders: readonly EmailProvider[] = [
  preset(
    'Gmail / Google Workspace',
    'smtp.gmail.com',
    'Switch on two-step verification for the account, create an app password under Security, and enter it here together with the whole address as the user name. The usual password is refused. The sender must be the same account.',
  ),
  preset(
    'SendGrid',
    'smtp.sendgrid.net',
    'Create an API key that may send mail and enter it as the password. The user name is always "apikey" and may stay blank. The sender must be verified at SendGrid.',
  ),
  preset(
    'Mailgun',
    'smtp.mailgun.org',
    'Use the SMTP credentials of your sending domain, for example postmaster@mg.example.com. For a domain in the European region enter smtp.eu.mailgun.org as the server.',
  ),
  preset(
    'Amazon SES (US East)',
    'email-smtp.us-east-1.amazonaws.com',
    'Create SMTP credentials in the SES console; the keys of an AWS account do not work. For another region change the name of the server. The sender must be verified, and in the sandbox the recipients too.',
  ),
  preset(
    'Microsoft 365 / Outlook',
    'smtp.office365.com',
    'Allow authenticated SMTP for the mailbox. Where the organisation refuses passwords, choose XOAUTH2 and register an application with the permission SMTP.Send. The sender must be the mailbox or one it may send as.',
  ),
  preset(
    'Brevo',
    'smtp-relay.brevo.com',
    'Create an SMTP key under SMTP & API and enter it as the password, with the login shown there as the user name. The sender must be verified.',
  ),
  preset(
    'Postmark',
    'smtp.postmarkapp.com',
    'Enter the server API token as the password. It is the user name as well, which may stay blank. The sender must be a confirmed signature or domain.',
  ),
  preset(
    'SparkPost',
    'smtp.sparkpostmail.com',
    'Create an API key with the permission "Send via SMTP" and enter it as the password. The user name is always "SMTP_Injection" and may stay blank. For an account in Europe enter smtp.eu.sparkpostmail.com as the server.',
  ),
  preset(
    'Resend',
    'smtp.resend.com',
    'Create an API key and enter it as the password. The user name is always "resend" and may stay blank. The domain of the sender must be verified.',
  ),
  preset(
    'SMTP2GO',
    'mail.smtp2go.com',
    'Add an SMTP user in the SMTP2GO settings and enter its name and password. Port 2525 works where 587 is blocked. The sender must be verified.',
  ),
  {
    ...preset(
      'Custom',
      '',
      'Enter the name of your mail server. Port 587 with STARTTLS is usual, port 465 is encrypted from the start, and port 25 is for relays in your own network. A relay that knows this machine needs no user name.',
    ),
    authRequired: false,
  },
];
