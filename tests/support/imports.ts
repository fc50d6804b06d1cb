import { setTimeout as sleep } from 'node:timers/promises'
import { rest, type Json } from './client.ts'
import type { TestUser } from './testTenant.ts'

/** The form fields of an import, and its file as text or bytes. */
export interface ImportForm {
  file: string | Uint8Array<ArrayBuffer>
  filename?: string
  list?: string
  mapping?: Record<string, string> | string
  on_duplicate?: string
  on_error?: string
  dry_run?: string
  dataset?: string
  on_missing_user?: string
  words?: { field: string; word: string; meaning: string }[] | string
  count_visits?: string
}

/** Rows of a CSV file as text. */
export const csv = (...rows: (string | number)[][]) => `${rows.map((row) => row.join(',')).join('\r\n')}\r\n`

/** Sends an import and returns the response. */
export async function sendImport(
  url: string,
  token: string | null,
  { file, filename = 'west-side.csv', mapping, words, ...fields }: ImportForm,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Json }> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ list: 'properties', ...fields })) form.append(name, value)
  if (mapping) form.append('mapping', typeof mapping === 'string' ? mapping : JSON.stringify(mapping))
  if (words) form.append('words', typeof words === 'string' ? words : JSON.stringify(words))
  form.append('file', new Blob([file], { type: 'text/csv' }), filename)
  const response = await fetch(`${url}/api/imports`, {
    method: 'POST',
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    body: form,
  })
  return { status: response.status, body: (await response.json()) as Json }
}

const jobTimeoutMs = 300_000

/** Waits until the job has ended, and returns it. Throws after five minutes, or `timeoutMs`. */
export async function waitForJob(
  url: string,
  { token }: Pick<TestUser, 'token'>,
  id: string,
  headers: Record<string, string> = {},
  timeoutMs = jobTimeoutMs,
): Promise<Json> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(50)) {
    const job = (await rest(url, token, 'GET', `/jobs/${id}`, undefined, headers)).body['data'] as Json
    if (job['status'] === 'done' || job['status'] === 'failed') return job
  }
  throw new Error(`The job ${id} did not end.`)
}

/** Imports the file and returns the job when it has ended. */
export async function runImport(
  url: string,
  person: TestUser,
  form: ImportForm,
  headers: Record<string, string> = {},
): Promise<Json> {
  return waitForJob(url, person, jobIdOf(await sendImport(url, person.token, form, headers)), headers)
}

/** Undoes an import and returns the job that did it. */
export async function runUndo(url: string, person: TestUser, id: string): Promise<Json> {
  return waitForJob(url, person, jobIdOf(await rest(url, person.token, 'POST', `/imports/${id}/undo`)))
}

function jobIdOf({ status, body }: { status: number; body: Json }): string {
  if (status !== 202) throw new Error(`The job was not started: ${status} ${JSON.stringify(body)}`)
  return body['data'].id as string
}
