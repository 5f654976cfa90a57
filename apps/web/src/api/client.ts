// Calls to the server. Later calls that change something add the CSRF token and the retry rules here.

/** `status` 0: there was no answer. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const headers = { 'X-Requested-With': 'XMLHttpRequest', Accept: 'application/json' };

/** The parsed body of a GET; throws ApiError. */
export async function getJson<T>(path: `/api/${string}`): Promise<T> {
  const response = await get(path);
  if (!response.ok) throw new ApiError(response.status, `Request failed with status ${response.status}`);
  try {
    return (await response.json()) as T;
  } catch {
    throw new ApiError(response.status, 'Invalid JSON response from server');
  }
}

/** The status alone: the body is not fetched. 0 when nobody answers. */
export async function getStatus(path: `/api/${string}`): Promise<number> {
  try {
    const response = await get(path);
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}

async function get(path: string): Promise<Response> {
  try {
    return await fetch(path, { credentials: 'same-origin', headers });
  } catch {
    throw new ApiError(0, 'Failed to connect to server');
  }
}
