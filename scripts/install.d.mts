/** Returns the reason why packages must be installed, or null if node_modules matches the lock file. */
export function missingPackages(folder?: string): string | null

/** The arguments of Node that the server needs, before the path of its script. */
export const serverFlags: string[]
