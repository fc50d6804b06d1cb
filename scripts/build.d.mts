/** Builds the given parts, or all of them, if the output is missing or older than the sources. */
export function ensureBuilt(
  print?: (line: string) => void,
  keys?: ('server' | 'web' | 'explorer')[],
  signal?: AbortSignal,
): Promise<void>
