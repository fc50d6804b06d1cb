/** Returns the reason why packages must be installed for the purpose, or null if those in node_modules match the lock file. */
export function missingPackages(folder?: string, purpose?: 'run' | 'explorer' | 'develop' | 'yardstick'): string | null
