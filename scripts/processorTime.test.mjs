import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { measureProcessorTime } from './processorTime.mjs'

/** Says its id, works for some time, says so, and stays for a while. */
const worker = `console.log(process.pid)
const used = () => { const { user, system } = process.cpuUsage(); return user + system }
while (used() < 600_000) Math.sin(1)
console.log('worked')
setTimeout(() => undefined, 60_000)`
const parent = `require('node:child_process').spawn(process.execPath, ['--eval', ${JSON.stringify(worker)}],
  { detached: true, stdio: ['ignore', 'inherit', 'inherit'] })`

it.skipIf(!existsSync('/proc/self/stat'))(
  'the processor time of a process that its parent has left behind counts',
  async () => {
    const { look, stop } = measureProcessorTime()
    const child = spawn(process.execPath, ['--eval', parent], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text))
    await expect.poll(() => output).toMatch(/^\d+\n/)
    look()
    child.kill('SIGKILL')
    await once(child, 'exit')
    await expect.poll(() => output).toContain('worked')
    const seconds = stop()
    process.kill(Number.parseInt(output, 10))
    expect(seconds).toBeGreaterThan(0.5)
    expect(seconds).toBeLessThan(2)
  },
)

it.skipIf(!existsSync('/proc/self/stat'))('the processor time of a process that was waited for counts', async () => {
  const { stop } = measureProcessorTime()
  const child = spawn(process.execPath, ['--eval', worker.replace(/setTimeout.*/, '')], { stdio: 'ignore' })
  await once(child, 'exit')
  expect(stop()).toBeGreaterThan(0.5)
})
