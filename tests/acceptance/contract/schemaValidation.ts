import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { OpenApiDocument } from '../../../api/rest/openapiDocument.ts'

/** Validation errors of a value by the schema at a path of the document; empty when it is valid. */
export type ValidateAt = (place: string[], value: unknown) => string[]

/** Validates with the document only, without any of the server's own checks. */
export function createValidator(document: OpenApiDocument): ValidateAt {
  const ajv = new Ajv({ strict: false, allErrors: true })
  formats(ajv)
  ajv.addSchema(document, 'api')
  return (place, value) => {
    const steps = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    const valid: ValidateFunction = ajv.compile({ $ref: `api#/${steps.join('/')}` })
    if (valid(value)) return []
    return valid.errors!.map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }
}
