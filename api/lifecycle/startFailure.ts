import { InvalidSetting } from '../config.ts'

/** Explains in one sentence why a program could not start and what to do; null for unknown errors. */
export function describeStartFailure(error: unknown): string | null {
  if (error instanceof InvalidSetting) return `A setting is wrong.\n${error.message}\nSee .env.example.`
  const { code, message, port } = error as { code?: string; message?: string; port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Stop what listens there, or set PORT to another.`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT')
    return 'The database at DATABASE_URL cannot be reached. Check that it runs and that the address is right.'
  if (code === '28P01' || code === '28000') return 'The database refused the user or password in DATABASE_URL.'
  if (/client password must/.test(message ?? ''))
    return 'PostgreSQL asks the application for a password, which follows from the one in DATABASE_URL, and there is none. Put one there: the one of the owner, or any secret where PostgreSQL asks the owner for none.'
  if (code === '3D000') return 'The database that DATABASE_URL names does not exist. Create it first.'
  return null
}
