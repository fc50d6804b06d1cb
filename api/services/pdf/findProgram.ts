import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import path from 'node:path'

/** The path of the first program that is in one of the folders and may be run; null if there is none. */
export async function findProgram(names: readonly string[], folders: readonly string[]): Promise<string | null> {
  for (const name of names)
    for (const folder of folders) {
      const file = path.resolve(folder, name)
      if (await isProgram(file)) return file
    }
  return null
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK)
    return (await stat(file)).isFile()
  } catch {
    return false
  }
}
