import type { Credentials } from '../usecases/sessions.ts'

type Headers = Record<string, string | string[] | undefined>

/** Who a request says it comes from: Bearer token, viewed role, chosen tenant (spec §6, design §5). */
export function credentialsOf(headers: Headers): Credentials {
  return {
    token: /^Bearer +(\S+)$/i.exec(first(headers['authorization']) ?? '')?.[1] ?? null,
    viewedRole: first(headers['x-impersonate-role']) ?? null,
    chosenTenantId: first(headers['x-tenant-id']) ?? null,
  }
}

function first(value: unknown): string | undefined {
  const one: unknown = Array.isArray(value) ? value[0] : value
  return typeof one === 'string' && one !== '' ? one : undefined
}
