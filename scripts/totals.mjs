// What the test runners' JSON reports add up to. A file that could not be loaded has failed though it holds no test.
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './install.mjs'

/**
 * Totals of vitest's JSON report, with what failed and what it said. A test that passed only at its second try has
 * passed, and is named with what the first one said: a busy machine can be too slow once, and whoever reads the report
 * should know which tests that happens to.
 */
export function vitestTotals({ testResults }) {
  const tests = testResults.flatMap((file) => file.assertionResults)
  const having = (status) => tests.filter((test) => test.status === status)
  const unloadable = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const failures = [
    ...having('failed').map((test) => told(test.fullName, test.failureMessages)),
    ...unloadable.map((file) => told(path.relative(root, file.name), [file.message])),
  ]
  return {
    passed: having('passed').length,
    failed: failures.length,
    failures,
    skipped: tests.filter((test) => !['passed', 'failed'].includes(test.status)).map((test) => test.fullName),
    again: having('passed')
      .filter((test) => test.failureMessages.length > 0)
      .map((test) => told(test.fullName, test.failureMessages)),
  }
}

/** Totals of Playwright's JSON report, told like vitest's. */
export function playwrightTotals({ stats, errors, suites }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    failures: [...suites.flatMap(failedIn), ...errors.map((error) => told('outside any test', [error.message]))],
    skipped: suites.flatMap(skippedIn),
    again: suites.flatMap(flakyIn),
  }
}

const flakyIn = (suite) => inSuite(suite, 'flaky', toldBy)

const skippedIn = (suite) =>
  inSuite(suite, 'skipped', (spec, test) =>
    [spec.title, ...test.annotations.map((note) => note.description ?? note.type)].join(': '),
  )

const failedIn = (suite) => inSuite(suite, 'unexpected', toldBy)

function toldBy(spec, test) {
  const messages = test.results.flatMap((result) => result.errors).map((error) => error.message)
  return told(`${spec.title} (${test.projectName})`, messages)
}

function inSuite(suite, status, describe) {
  const here = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.filter((test) => test.status === status).map((test) => describe(spec, test)),
  )
  return [...here, ...(suite.suites ?? []).flatMap((inner) => inSuite(inner, status, describe))]
}

/** A failure in a few lines: what failed, and the head of each different thing it said. */
function told(title, messages) {
  const heads = messages.map((message) =>
    stripVTControlCharacters(message ?? '')
      .split('\n')
      .slice(0, 12),
  )
  return [title, ...new Set(heads.map((lines) => lines.map((line) => `  ${line.slice(0, 300)}`).join('\n')))].join('\n')
}
