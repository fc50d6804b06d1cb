// What the test runners' JSON reports add up to. A file that could not be loaded has failed though it holds no test.

/** Totals of vitest's JSON report. */
export function vitestTotals({ testResults }) {
  const tests = testResults.flatMap((file) => file.assertionResults)
  const count = (status) => tests.filter((test) => test.status === status).length
  const unloadable = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length
  return {
    passed: count('passed'),
    failed: count('failed') + unloadable,
    skipped: tests.filter((test) => !['passed', 'failed'].includes(test.status)).map((test) => test.fullName),
  }
}

/**
 * Totals of Playwright's JSON report. A test that passed only at its second try has passed, and is named: a busy
 * machine can be too slow once, and whoever reads the report should know which tests that happens to.
 */
export function playwrightTotals({ stats, errors, suites }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: suites.flatMap(skippedIn),
    again: suites.flatMap(flakyIn),
  }
}

function flakyIn(suite) {
  const here = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.filter((test) => test.status === 'flaky').map((test) => `${spec.title} (${test.projectName})`),
  )
  return [...here, ...(suite.suites ?? []).flatMap(flakyIn)]
}

function skippedIn(suite) {
  const here = (suite.specs ?? []).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === 'skipped')
      .map((test) => [spec.title, ...test.annotations.map((note) => note.description ?? note.type)].join(': ')),
  )
  return [...here, ...(suite.suites ?? []).flatMap(skippedIn)]
}
