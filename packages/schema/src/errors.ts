// Every error that an HTTP caller can see: code → status, public text, whether a retry can help. Details go to the log only.

export const errors = {
  bad_request: { status: 400, message: 'The request is not valid.', retryable: false },
  invalid_json: { status: 400, message: 'The body is not valid JSON.', retryable: false },
  validation_error: { status: 400, message: 'The request has invalid fields.', retryable: false },
  oidc_disabled: { status: 400, message: 'Single sign-on is not enabled.', retryable: false },
  unauthorized: { status: 401, message: 'Authentication required', retryable: false },
  invalid_credentials: { status: 401, message: 'Invalid username or password', retryable: false },
  wrong_password: { status: 401, message: 'Current password is incorrect', retryable: false },
  account_locked: {
    status: 403,
    message: 'Account temporarily locked due to too many failed attempts.',
    retryable: false,
  },
  bootstrap_token_required: {
    status: 403,
    message:
      'Enter the one-time setup token: it is in the server log and in the file bootstrap-token of the data directory.',
    retryable: false,
  },
  forbidden: { status: 403, message: 'You are not allowed to do this.', retryable: false },
  csrf_failed: { status: 403, message: 'CSRF token missing or invalid.', retryable: true },
  origin_refused: { status: 403, message: 'This origin may not connect.', retryable: false },
  host_refused: { status: 403, message: 'This instance does not answer to this name.', retryable: false },
  not_found: { status: 404, message: 'Not found', retryable: false },
  storage_not_found: { status: 404, message: 'Storage not found', retryable: false },
  method_not_allowed: { status: 405, message: 'Method not allowed', retryable: false },
  conflict: { status: 409, message: 'This conflicts with what exists.', retryable: false },
  changed_meanwhile: {
    status: 412,
    message: 'Somebody else has changed this in the meantime, so nothing was saved.',
    retryable: false,
  },
  setup_required: { status: 409, message: 'Belfry is not set up yet. Finish the first-run setup.', retryable: false },
  oidc_locked: {
    status: 409,
    message: 'Single sign-on is configured by environment variables and cannot be changed here.',
    retryable: false,
  },
  too_large: { status: 413, message: 'The body is too large.', retryable: false },
  too_complex: {
    status: 413,
    message: 'The body has too many values, or too many brackets in each other.',
    retryable: false,
  },
  unsupported_media_type: { status: 415, message: 'Send application/json.', retryable: false },
  rate_limited: { status: 429, message: 'Too many requests. Please wait a moment and try again.', retryable: true },
  internal_error: { status: 500, message: 'Internal server error', retryable: true },
  oidc_init_failed: { status: 502, message: 'Failed to start single sign-on. Please try again.', retryable: true },
  disk_unwritable: {
    status: 507,
    message: 'Belfry cannot write to its disk, so nothing was saved. Make room on it and try again.',
    retryable: true,
  },
  database_unavailable: {
    status: 503,
    message: 'The database of Belfry does not answer or takes no writes. Nothing was changed. Try again soon.',
    retryable: true,
  },
  standby: {
    status: 503,
    message: 'This server is a standby. Another one is active.',
    retryable: true,
  },
  unavailable: { status: 503, message: 'Not available right now.', retryable: true },
} as const satisfies Record<string, { status: number; message: string; retryable: boolean }>;

export type ErrorCode = keyof typeof errors;
