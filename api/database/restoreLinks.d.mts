/** Creates the symbolic links of a package with PostgreSQL, which the registry does not keep. */
export function restoreLinks(folder: string): void
