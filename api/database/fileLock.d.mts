export function processIdentity(pid: number): string | null
export function isStillRunning(identity: string): boolean
export function readIfExists(file: string): string | null
export function withFileLock<T>(
  file: string,
  work: () => Promise<T>,
  options?: { timeoutMs?: number; onWait?: (holderPid: number) => void },
): Promise<T>
