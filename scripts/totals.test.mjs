import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './install.mjs'
import { playwrightTotals, vitestTotals } from './totals.mjs'

describe('the total of all runners', () => {
  it('counts tests, names those that failed or needed a second try, and counts a file that could not be loaded as failed', () => {
    const test = (status, failureMessages = []) => ({ status, fullName: `it ${status}`, failureMessages })
    const failed = test('failed', ['Error: no\n    at a line'])
    const again = test('passed', ['Error: too late'])
    const testResults = [
      { status: 'passed', assertionResults: [test('passed'), again, test('skipped')] },
      { status: 'failed', assertionResults: [test('passed'), failed] },
      { status: 'failed', name: path.join(root, 'a.test.ts'), message: 'No such file', assertionResults: [] },
      { status: 'failed', name: path.join(root, 'b.test.ts'), message: 'No room', assertionResults: [test('passed')] },
    ]
    const failures = ['it failed\n  Error: no\n      at a line', 'a.test.ts\n  No such file', 'b.test.ts\n  No room']
    expect(vitestTotals({ testResults })).toEqual({
      ...{ passed: 4, failed: 3, failures, skipped: ['it skipped'] },
      again: ['it passed\n  Error: too late'],
    })
  })

  it('names a browser test that failed or needed a second try, counts an error outside any test as failed, and gives the reason of a skip', () => {
    const skipped = { status: 'skipped', annotations: [{ type: 'skip', description: 'wide screens only' }] }
    const late = { errors: [{ message: '\u001b[31mtoo late\u001b[39m' }] }
    const flaky = { status: 'flaky', projectName: 'phone', annotations: [], results: [late, { errors: [] }] }
    const results = [late, late]
    const failed = { status: 'unexpected', projectName: 'wide', annotations: [], results }
    const suites = [{ suites: [{ specs: [{ title: 'the map', tests: [skipped, flaky, failed] }] }] }]
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 1 }
    expect(playwrightTotals({ stats, errors: [{ message: 'No server' }], suites })).toEqual({
      passed: 6,
      failed: 2,
      failures: ['the map (wide)\n  too late', 'outside any test\n  No server'],
      skipped: ['the map: wide screens only'],
      again: ['the map (phone)\n  too late'],
    })
  })
})
