import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { measureProcessorTime } from './processorTime.mjs'

const work = `const used = () => { const { user, system } = process.cpuUsage(); return user + system }
while (used() < 600_000) Math.sin(1)`
const startWork = `require('node:child_process').spawn(process.execPath, ['--eval', ${JSON.stringify(work)}],
  { detached: true, stdio: ['ignore', 'inherit', 'inherit'] }).unref()`

/** Runs a program until it and all that it has started have ended. */
async function run(program) {
  const child = spawn(process.execPath, ['--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.resume()
  await Promise.all([once(child, 'exit'), once(child.stdout, 'close')])
}

it.skipIf(!existsSync('/proc/self/stat')).each([
  ['a child', work],
  ['a process that its parent leaves behind', startWork],
])('the processor time of %s counts', async (_, program) => {
  const stop = measureProcessorTime(100)
  await run(program)
  const seconds = stop()
  expect(seconds).toBeGreaterThan(0.5)
  expect(seconds).toBeLessThan(2)
})
