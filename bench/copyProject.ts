import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Copies the project's current sources to another folder and links the installed packages, without building. */
export function copyProject(to: string): string {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
  for (const file of listed.split('\0').filter((item) => item !== '' && existsSync(path.join(root, item)))) {
    mkdirSync(path.dirname(path.join(to, file)), { recursive: true })
    cpSync(path.join(root, file), path.join(to, file))
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(to, 'node_modules'))
  return to
}
