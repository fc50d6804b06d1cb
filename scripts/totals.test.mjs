import { describe, expect, it } from 'vitest'
import { playwrightTotals, vitestTotals } from './totals.mjs'

describe('the total of all runners', () => {
  it('counts tests, and as a failure each file that could not be loaded', () => {
    const test = (status) => ({ status, fullName: `it ${status}` })
    const testResults = [
      { status: 'passed', assertionResults: [test('passed'), test('passed'), test('skipped')] },
      { status: 'failed', assertionResults: [test('passed'), test('failed')] },
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [test('passed')] },
    ]
    expect(vitestTotals({ testResults })).toEqual({ passed: 4, failed: 3, skipped: ['it skipped'] })
  })

  it('names a browser test that needed a second try, counts an error outside any test as failed, and gives the reason of a skip', () => {
    const skipped = { status: 'skipped', annotations: [{ type: 'skip', description: 'wide screens only' }] }
    const flaky = { status: 'flaky', projectName: 'phone', annotations: [] }
    const suites = [{ suites: [{ specs: [{ title: 'the map', tests: [skipped, flaky] }] }] }]
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 1 }
    expect(playwrightTotals({ stats, errors: [{}], suites })).toEqual({
      passed: 6,
      failed: 2,
      skipped: ['the map: wide screens only'],
      again: ['the map (phone)'],
    })
  })
})
