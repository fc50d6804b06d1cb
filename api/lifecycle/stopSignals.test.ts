import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Starts a process that logs this many kilobytes when a signal stops it. */
async function startProgram(kilobytes: number) {
  const args = ['--import', '@oxc-node/core/register', 'tests/support/loggingProgram.ts', `${kilobytes}`]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  await once(child.stderr, 'data')
  return { child, ended: once(child, 'exit') }
}

it('a process that is stopped writes all of its log', async () => {
  const { child, ended } = await startProgram(3_000)
  let output = ''
  child.stdout.on('data', (data: Buffer) => (output += data.toString()))
  const closed = once(child.stdout, 'close')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  await closed
  expect(output.trimEnd().split('\n')).toHaveLength(3_002)
  expect(output).toContain('"msg":"stopped"')
})

it.each([1, 3_000])('one whose log nobody can read any more ends, with %s kB of it', async (kilobytes) => {
  const { child, ended } = await startProgram(kilobytes)
  child.stdout.destroy()
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

it('one whose log nobody reads at the moment ends', async () => {
  const { child, ended } = await startProgram(3_000)
  child.kill('SIGTERM')
  expect(await ended).toEqual([null, 'SIGKILL'])
})
