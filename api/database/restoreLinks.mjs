// Plain JavaScript for Node 20, because the installation uses it.
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/**
 * Creates the symbolic links of a package with PostgreSQL, which the registry does not keep. Its install script would create them,
 * but no install scripts are run. The server may not write to the packages, so the installation has done it before.
 */
export function restoreLinks(folder) {
  const list = path.join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const link of JSON.parse(readFileSync(list, 'utf8'))) {
    const target = path.join(folder, link.target)
    if (existsSync(target)) continue
    try {
      symlinkSync(path.relative(path.dirname(target), path.join(folder, link.source)), target)
    } catch (error) {
      // Another process has created it.
      if (error.code !== 'EEXIST') throw error
    }
  }
}
