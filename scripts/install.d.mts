/** Returns the reason why packages must be installed, or null if node_modules matches the lock file. */
export function missingPackages(folder?: string): string | null
