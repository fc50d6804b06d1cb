import { VersionConflict } from './errors.ts'

/**
 * Returns a check of the locked record that throws `VersionConflict` unless it has the version `ifVersion`; without one, every
 * version is accepted. `present` makes what the caller gets of the current record.
 */
export function checkVersion<Versioned extends { version: number }>(
  ifVersion: number | null | undefined,
  present: (current: Versioned) => object,
): (current: Versioned) => void {
  return (current) => {
    if (ifVersion != null && current.version !== ifVersion) throw new VersionConflict(present(current))
  }
}
