import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const url = new URL('./ancestors.mjs', import.meta.url).href
const program = `import { stopWithAncestors } from ${JSON.stringify(url)}
setInterval(() => undefined, 1000)
stopWithAncestors(() => { console.log('stopped'); process.exit() })
console.log('runs')`

it.skipIf(process.platform === 'win32')(
  'a program that npm runs is told to stop when the shell in between is killed, and not before',
  async () => {
    // The shell has another command to run, so it does not become the program.
    const shell = spawn('sh', ['-c', '"$0" --input-type=module --eval "$1"; true', process.execPath, program], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: { ...process.env, npm_lifecycle_event: 'cluster' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    shell.stdout.setEncoding('utf8').on('data', (text) => (output += text))
    await expect.poll(() => output, { timeout: 20_000 }).toBe('runs\n')
    const closed = once(shell.stdout, 'close')
    shell.kill('SIGKILL')
    // The program has the other end of the pipe.
    await closed
    expect(output).toBe('runs\nstopped\n')
  },
)
