import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** A program of a worker that tries what a document could make it do, and answers what came of it. */
const attempts: Record<string, (text: string) => unknown> = {
  read: (path) => readFileSync(path, 'utf8').length,
  write: (path) => writeFileSync(path, 'x'),
  run: (program) => execFileSync(program).length,
  // oxlint-disable-next-line typescript/no-implied-eval -- the test shows that it is refused
  evaluate: (code) => new Function(code)(),
  wait: () => new Promise(() => undefined),
  environment: () => Object.keys(process.env).join(),
  rest: (ms) => sleep(Number(ms), 'rested'),
  work: () => {
    for (;;);
  },
  priority: () => os.getPriority(),
  exit: () => process.exit(7),
}

process.on('message', ({ attempt, text }: { attempt: string; text: string }) => {
  void (async () => {
    try {
      process.send!({ type: 'done', value: await attempts[attempt]!(text) })
    } catch (error) {
      process.send!({ type: 'refused', reason: (error as { code?: string }).code ?? (error as Error).message })
    }
  })()
})
