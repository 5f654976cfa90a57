// How large a report may be. The server refuses a larger one; the agent trims its report to these limits. This file does not
// import zod, so that the agent stays small.

/** Lengths in UTF-16 code units, lists in entries. */
export const reportLimits = {
  bytes: 2 * 1024 * 1024,
  containers: 512,
  id: 128,
  name: 255,
  text: 512,
  labels: 256,
  labelKey: 256,
  labelValue: 4096,
  ports: 512,
  networks: 64,
  variables: 512,
  mounts: 256,
  intervalSeconds: 3600,
} as const;
