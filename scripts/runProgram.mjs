// Plain JavaScript for Node 20.
import { spawn } from 'node:child_process'
import os from 'node:os'
import { node, projectEnvironment } from './install.mjs'

/** Runs Node 24 with these arguments. This process ends as it does. */
export function runProgram(args) {
  const program = spawn(node, args, { env: projectEnvironment(), stdio: 'inherit' })
  // Ctrl-C signals the whole process group, and the program decides how it ends.
  process.on('SIGINT', () => undefined)
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => program.kill(signal))
  program.on('error', (error) => {
    console.error(error.message)
    process.exitCode = 1
  })
  program.on('exit', (code, signal) => (process.exitCode = code ?? 128 + (os.constants.signals[signal] ?? 0)))
}
