// What a gate is made of, and when its tests count as run.

/** The projects of `vitest.config.ts` that each gate runs. */
export const gateProjects = {
  verify: ['unit'],
  test: ['e2e', 'unit', 'server', 'alone', 'kills', 'postgres'],
  nightly: ['storms', 'month', 'night-journeys', 'night-servers', 'night-postgres', 'install', 'image', 'release'],
};

/** One journey in a thousand meets a moment of the machine. More than that is a defect that a second attempt would hide. */
export const SECOND_ATTEMPTS = 3;

/** CI may skip a test for these reasons only. A missing program is not among them: `.ci/run` installs it, and without it nobody would see that tests do not run. */
const allowed = [
  // The recorded answers of real hosts and the schemas of their makers are beside a checkout of the makers of Belfry, and not public.
  /recorded answers|official API schema/,
  // The same file runs over SQLite too, where the test is not skipped.
  /^a database of PostgreSQL has never had that version$/,
  /^it fills a file of SQLite$/,
  // The kernel of the machine decides it, and no package.
  /^this machine has no addresses like /,
  // Debian has no package of it.
  /^no helm /,
];

/**
 * What is wrong with these skips. Everywhere each needs a reason, and CI may have no other than the ones above.
 * @param {readonly { test: string, reason?: string }[]} skips
 * @param {boolean} isCI
 * @returns {string[]}
 */
export const wrongSkips = (skips, isCI) =>
  skips.flatMap(({ test, reason }) => {
    if (!reason) return [`skipped without a reason: ${test}`];
    if (isCI && !allowed.some((one) => one.test(reason))) return [`CI may not skip it: ${test}: ${reason}`];
    return [];
  });

/**
 * @param {readonly string[]} again the tests that needed a second attempt
 * @returns {string[]}
 */
export const tooManyAttempts = (again) =>
  again.length > SECOND_ATTEMPTS
    ? [`${again.length} tests needed a second attempt; at most ${SECOND_ATTEMPTS} may`]
    : [];
