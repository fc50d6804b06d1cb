// Computes totals from the test runners' JSON reports. A file that failed to load counts as one failure.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './install.mjs'

/**
 * Totals of vitest's JSON report, with each failure and its messages, and how often the tests called `expect`. A test that passed only on retry counts as passed
 * and is listed in `flaky` with the first failure.
 */
export function vitestTotals({ testResults }) {
  const tests = testResults.flatMap((file) => file.assertionResults)
  const withStatus = (status) => tests.filter((test) => test.status === status)
  const unloadable = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const failures = [
    ...withStatus('failed').map((test) => describeFailure(test.fullName, test.failureMessages)),
    ...unloadable.map((file) => describeFailure(path.relative(root, file.name), [file.message])),
  ]
  return {
    passed: withStatus('passed').length,
    failed: failures.length,
    failures,
    assertions: tests.reduce((sum, test) => sum + (test.meta?.assertions ?? 0), 0),
    skipped: tests.filter((test) => !['passed', 'failed'].includes(test.status)).map((test) => test.fullName),
    flaky: withStatus('passed')
      .filter((test) => test.failureMessages.length > 0)
      .map((test) => describeFailure(test.fullName, test.failureMessages)),
    files: testResults.map(({ name, ms }) => ({ file: path.relative(root, name), ms })),
  }
}

/** Totals of Playwright's JSON report, in the same shape. */
export function playwrightTotals({ stats, errors, suites }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    failures: [
      ...suites.flatMap(failedIn),
      ...errors.map((error) => describeFailure('outside any test', [error.message])),
    ],
    skipped: suites.flatMap(skippedIn),
    flaky: suites.flatMap(flakyIn),
    files: suites.map((suite) => ({ file: `tests/e2e/${suite.file}`, ms: durationOf(suite) })),
  }
}

/** The sum over all tests, screen widths and retries of a file. */
function durationOf({ specs = [], suites = [] }) {
  const results = specs.flatMap(({ tests }) => tests).flatMap((test) => test.results)
  return [...results.map(({ duration }) => duration), ...suites.map(durationOf)].reduce((sum, ms) => sum + ms, 0)
}

const flakyIn = (suite) => inSuite(suite, 'flaky', describeTest)

const skippedIn = (suite) =>
  inSuite(suite, 'skipped', (spec, test) =>
    [spec.title, ...test.annotations.map((note) => note.description ?? note.type)].join(': '),
  )

const failedIn = (suite) => inSuite(suite, 'unexpected', describeTest)

function describeTest(spec, test) {
  const messages = test.results.flatMap((result) => result.errors).map((error) => error.message)
  const screens = test.results.flatMap(({ attachments = [] }) => attachments.flatMap(screenOf))
  return [describeFailure(`${spec.title} (${test.projectName})`, messages), ...screens.slice(0, 1)].join('\n')
}

/** What the page showed when a test failed, as a list of roles and names: the first lines of what Playwright has written. */
function screenOf({ name, path: file }) {
  if (name !== 'error-context' || !existsSync(file)) return []
  const [, snapshot = ''] = readFileSync(file, 'utf8').split('```yaml\n')
  const [shown = ''] = snapshot.split('\n```')
  const lines = shown.split('\n').slice(0, 80)
  return shown ? [lines.map((line) => `  | ${line.slice(0, 160)}`).join('\n')] : []
}

function inSuite(suite, status, describe) {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.filter((test) => test.status === status).map((test) => describe(spec, test)),
  )
  return [...own, ...(suite.suites ?? []).flatMap((inner) => inSuite(inner, status, describe))]
}

/** A failure as a title and the first lines of each distinct message. */
function describeFailure(title, messages) {
  const heads = messages.map((message) =>
    stripVTControlCharacters(message ?? '')
      .split('\n')
      .slice(0, 12),
  )
  return [title, ...new Set(heads.map((lines) => lines.map((line) => `  ${line.slice(0, 300)}`).join('\n')))].join('\n')
}
