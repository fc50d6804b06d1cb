// Writes vitest's JSON report to the file VITEST_REPORT, with the duration of each file as `ms`, including imports and
// hooks.
import { readFileSync, writeFileSync } from 'node:fs'
import { JsonReporter } from 'vitest/node'

const file = process.env.VITEST_REPORT

export default class extends JsonReporter {
  constructor() {
    super({ outputFile: file })
  }

  async onTestRunEnd(modules) {
    await super.onTestRunEnd(modules)
    const durations = new Map(modules.map((module) => [module.moduleId, totalOf(module.diagnostic())]))
    const report = JSON.parse(readFileSync(file, 'utf8'))
    for (const result of report.testResults) result.ms = durations.get(result.name)
    writeFileSync(file, JSON.stringify(report))
  }
}

function totalOf({ environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration }) {
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration
}
