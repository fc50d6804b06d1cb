import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { OpenApiDocument } from '../../../api/rest/openapiDocument.ts'

/** What is wrong with a value by the schema that stands in the document at a place; empty when nothing is. */
export type ValidateAt = (place: string[], value: unknown) => string[]

/** Checks by the document alone: nothing of the server's own checks is used. */
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
