import { InvalidSetting } from '../config.ts'

/** Explains in one sentence why a program could not start and what to do; null for unknown errors. */
export function describeStartFailure(error: unknown): string | null {
  if (error instanceof InvalidSetting) return `A setting is invalid.\n${error.message}\nSee .env.example.`
  const { code, message, port } = error as { code?: string; message?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the program that uses it, or set PORT to another port: PORT=${(port ?? 0) + 1} npm start`
  if (code === 'EACCES' && port !== undefined)
    return `This user may not use port ${port}. Set PORT to another port: PORT=4000 npm start`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT')
    return 'The database at DATABASE_URL cannot be reached. Check that it is running and that the URL is correct.'
  if (code === '28P01' || code === '28000') return 'The database rejected the user or password in DATABASE_URL.'
  if (/client password must/.test(message ?? ''))
    return 'PostgreSQL requires a password for the application role. It is derived from the password in DATABASE_URL, which has none. Add the password of the owner, or any secret if the owner signs in without a password.'
  if (code === '3D000') return 'The database in DATABASE_URL does not exist. Create it first.'
  return null
}
