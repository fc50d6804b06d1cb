import { rest, type Json } from './client.ts'
import { waitForJob } from './imports.ts'
import type { TestUser } from './testTenant.ts'

export const partBytes = 1024 * 1024

export interface ParcelFile {
  name?: string
  file: string | Uint8Array
  fileName?: string
}

/** Begins an import and returns the response. */
export function startParcels(
  url: string,
  { token }: Pick<TestUser, 'token'>,
  { name = 'sample-county', file, fileName = 'county.geojson' }: ParcelFile,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Json }> {
  const total_bytes = Buffer.byteLength(file)
  return rest(url, token, 'POST', '/parcel-imports', { name, file_name: fileName, total_bytes }, headers)
}

/** Sends a part of a file and returns the response. */
export async function sendPart(
  url: string,
  { token }: Pick<TestUser, 'token'>,
  id: string,
  part: number,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Json }> {
  const form = new FormData()
  form.append('part', String(part))
  form.append('file', new Blob([new Uint8Array(bytes)]), 'part')
  const response = await fetch(`${url}/api/parcel-imports/${id}/parts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: form,
  })
  return { status: response.status, body: (await response.json()) as Json }
}

/** Uploads the whole file and returns the id of the import. */
export async function uploadParcels(
  url: string,
  person: Pick<TestUser, 'token'>,
  given: ParcelFile,
  headers: Record<string, string> = {},
): Promise<string> {
  const { status, body } = await startParcels(url, person, given, headers)
  if (status !== 201) throw new Error(`The import was not started: ${status} ${JSON.stringify(body)}`)
  const id = body['data'].id as string
  const bytes = Buffer.from(given.file)
  for (let part = 0; part * partBytes < bytes.length; part += 1) {
    const sent = await sendPart(
      url,
      person,
      id,
      part,
      bytes.subarray(part * partBytes, (part + 1) * partBytes),
      headers,
    )
    if (sent.status !== 200) throw new Error(`Part ${part} was refused: ${sent.status} ${JSON.stringify(sent.body)}`)
  }
  return id
}

const usualMapping = { parcel_id: 'pin', address: 'addr', owner_name: 'own' }

/** Checks an uploaded file and returns the import when the check has ended. */
export async function checkParcels(
  url: string,
  person: Pick<TestUser, 'token'>,
  id: string,
  mapping: Record<string, string> = usualMapping,
  headers: Record<string, string> = {},
): Promise<Json> {
  const { status, body } = await rest(url, person.token, 'POST', `/parcel-imports/${id}/check`, { mapping }, headers)
  if (status !== 202) throw new Error(`The check was not started: ${status} ${JSON.stringify(body)}`)
  await waitForJob(url, person, body['data'].job_id as string, headers)
  const list = await rest(url, person.token, 'GET', '/parcel-imports', undefined, headers)
  return (list.body['data'] as Json[]).find((item) => item['id'] === id)!
}

/** GeoJSON of parcels on a street of their own, each with an outline around its point. */
export function countyOf(
  parcels: readonly { id: string; address: string; owner: string; lat: number; lng: number }[],
): string {
  const features = parcels.map(({ id, address, owner, lat, lng }) => {
    const [d, corners] = [
      0.0002,
      [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
        [-1, -1],
      ],
    ] as const
    const ring = corners.map(([x, y]) => [lng + x * d, lat + y * d])
    return {
      type: 'Feature',
      properties: { pin: id, addr: address, own: owner },
      geometry: { type: 'Polygon', coordinates: [ring] },
    }
  })
  return JSON.stringify({ type: 'FeatureCollection', features })
}
